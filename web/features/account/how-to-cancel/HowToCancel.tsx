import { m } from '#messages/messages.js';
import { AllContacts } from '#web/problems/AllContacts.tsx';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './how-to-cancel.module.css';

/** Every way to cancel a renewal; public, for visitors before paying and for people who cannot log in. */
export function Screen() {
  return (
    <div className={style.page}>
      <PageHeading subtitle={m.how_to_cancel_lead()}>{m.how_to_cancel_heading()}</PageHeading>
      <section className={layout.part} aria-labelledby="in-account">
        <h2 id="in-account">{m.how_to_cancel_account_heading()}</h2>
        <p>{m.how_to_cancel_account_text()}</p>
        <p>{m.how_to_cancel_account_two()}</p>
        <div>
          <ButtonLink to={addresses.billing}>{m.how_to_cancel_account_link()}</ButtonLink>
        </div>
      </section>
      <section className={layout.part} aria-labelledby="by-mail">
        <h2 id="by-mail">{m.how_to_cancel_mail_heading()}</h2>
        <p>{m.how_to_cancel_mail_text()}</p>
      </section>
      <section className={layout.part} aria-labelledby="by-phone">
        <h2 id="by-phone">{m.how_to_cancel_support_heading()}</h2>
        <p>{m.how_to_cancel_support_text()}</p>
        <AllContacts />
      </section>
      <p className={layout.soft}>{m.texts_sample()}</p>
    </div>
  );
}
