import { Link } from 'react-router';
import type { CreatedProfessional } from '#contract/api/professionals/professionals.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './sign-up.module.css';
import { useOptions } from './use-options.ts';

/** The created account and the next steps. */
export function Success({ created }: { created: CreatedProfessional }) {
  const { lists } = useOptions();
  const { name, email, practiceName } = created;
  const title = lists?.titles.find(({ value }) => value === name.title)?.label ?? '';
  const fullName = [title, name.firstName, name.lastName].filter((part) => part !== '').join(' ');
  return (
    <div className={layout.page}>
      <PageHeading title={m.pro_title()} subtitle={m.pro_success_lead()}>
        {m.pro_success_title({ name: name.firstName })}
      </PageHeading>
      <Card>
        <dl className={style.facts}>
          <dt>{m.pro_success_name()}</dt>
          <dd>{name.credentials === '' ? fullName : `${fullName}, ${name.credentials}`}</dd>
          <dt>{m.ui_email()}</dt>
          <dd>{email}</dd>
          <dt>{m.pro_practice()}</dt>
          <dd>{practiceName}</dd>
        </dl>
      </Card>
      <h2>{m.pro_success_next()}</h2>
      <ol className={style.next}>
        <li>{m.pro_success_mail({ email })}</li>
        <li>
          <Link to={addresses.professionalCases}>{m.pro_success_login()}</Link>
        </li>
        <li>{m.pro_success_invite()}</li>
      </ol>
    </div>
  );
}
