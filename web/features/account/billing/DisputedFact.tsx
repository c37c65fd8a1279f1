import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { Fact } from '../Fact.tsx';

/** Disputed payments: why they cannot be refunded meanwhile, and that no action is needed. */
export function DisputedFact({ disputed }: Pick<Billing, 'disputed'>) {
  return (
    <Fact id="disputed" heading={m.account_billing_disputed()}>
      {disputed.map(({ orderId, amountFormatted, date }) => (
        <p key={orderId}>{m.account_billing_disputed_payment({ amount: amountFormatted, date: longDay(date) })}</p>
      ))}
      <p>{m.account_billing_disputed_text()}</p>
    </Fact>
  );
}
