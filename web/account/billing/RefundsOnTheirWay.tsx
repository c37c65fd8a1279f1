import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '../../i18n/long-day.ts';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import style from '../account.module.css';
import { Section } from '../Section.tsx';

/** Money that goes back and has not arrived yet. */
export function RefundsOnTheirWay({ refunds }: Pick<Billing, 'refunds'>) {
  return (
    <Section id="refunds" heading={m.account_billing_refunds()}>
      <Card>
        <ul className={style.rows}>
          {refunds.map(({ amountFormatted, requestedAt }) => (
            <li key={requestedAt}>{m.account_billing_refunds_item({ amount: amountFormatted, date: longDay(requestedAt) })}</li>
          ))}
        </ul>
        <p className={layout.soft}>{m.account_billing_refunds_when()}</p>
      </Card>
    </Section>
  );
}
