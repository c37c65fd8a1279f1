import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Card } from '#web/ui/Card.tsx';
import style from '../account.module.css';
import { Section } from '../Section.tsx';

type State = Billing['refunds'][number]['state'];

const texts: Record<State, (words: { amount: string; date: string }) => string> = {
  SENDING: m.account_billing_refund_sending,
  SETTLING: m.account_billing_refund_settling,
  RETRYING: m.account_billing_refund_retrying,
  FAILED: m.account_billing_refund_failed,
};

/** Money that goes back and has not arrived yet. */
export function RefundsOnTheirWay({ refunds }: Pick<Billing, 'refunds'>) {
  return (
    <Section id="refunds" heading={m.account_billing_refunds()}>
      <Card>
        <ul className={style.list}>
          {refunds.map(({ amountFormatted, requestedAt, state }) => (
            <li key={`${requestedAt} ${amountFormatted}`}>
              {texts[state]({ amount: amountFormatted, date: longDay(requestedAt) })}
            </li>
          ))}
        </ul>
        {refunds.some(({ state }) => state === 'FAILED') && <SupportContact />}
      </Card>
    </Section>
  );
}
