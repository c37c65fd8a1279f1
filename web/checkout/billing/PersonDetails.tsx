import { m } from '#messages/messages.js';
import type { CheckoutSubject } from '../checkout.ts';
import style from './PersonDetails.module.css';

/** The payer's names and e-mail from step 1, read-only (specification 2.8). */
export function PersonDetails({ person }: Pick<CheckoutSubject, 'person'>) {
  return (
    <dl className={style.person}>
      <div>
        <dt>{m.payment_first_name()}</dt>
        <dd>{person.firstName}</dd>
      </div>
      <div>
        <dt>{m.payment_last_name()}</dt>
        <dd>{person.lastName}</dd>
      </div>
      <div className={style.wide}>
        <dt>{m.payment_email()}</dt>
        <dd>{person.email}</dd>
      </div>
    </dl>
  );
}
