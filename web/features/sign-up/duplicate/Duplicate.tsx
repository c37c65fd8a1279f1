import { useEffect } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { changeSession } from '#web/join-session/session-store.ts';
import { duplicateSeen } from '#web/join-session/transitions.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Actions, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './duplicate.module.css';
import { OwnAddress } from './OwnAddress.tsx';

/** One of the parents already has an account: how to log in (specification 2.9, 8). The sign-up is removed (4.5). */
export function Screen() {
  useEffect(() => changeSession(duplicateSeen), []);
  return (
    <div className={`${layout.part} ${layout.narrow}`}>
      <PageHeading title={m.account_home_title()} subtitle={m.duplicate_subtitle()}>
        {m.duplicate_heading()}
      </PageHeading>
      <p>
        <strong>{m.field_parent_duplicate()}</strong>
      </p>
      <ol className={layout.steps}>
        <li>
          {m.duplicate_own_account()}
          <Link className={style.way} to={addresses.forgotPassword}>
            {m.duplicate_forgot_password()}
          </Link>
          <Link className={style.way} to={addresses.forgotUsername}>
            {m.duplicate_forgot_username()}
          </Link>
        </li>
        <li>
          {m.duplicate_co_parent()} {m.duplicate_look_for_invite()}
        </li>
        <li>{m.duplicate_contact_support()}</li>
      </ol>
      <OwnAddress />
      <Notice>
        <SupportContact />
      </Notice>
      <p>{m.duplicate_nothing_charged()}</p>
      <Actions>
        <ButtonLink to={addresses.login}>{m.ui_log_in()}</ButtonLink>
      </Actions>
    </div>
  );
}
