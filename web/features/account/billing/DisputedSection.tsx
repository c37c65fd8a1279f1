import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { Card } from '#web/ui/Card.tsx';
import { Section } from '../Section.tsx';

/** Disputed payments: why they cannot be refunded meanwhile, and that no action is needed. */
export function DisputedSection({ disputed }: Pick<Billing, 'disputed'>) {
  return (
    <Section id="disputed" heading={m.account_billing_disputed()}>
      <Card>
        {disputed.map(({ orderId, amountFormatted, date }) => (
          <p key={orderId}>{m.account_billing_disputed_payment({ amount: amountFormatted, date: longDay(date) })}</p>
        ))}
        <p>{m.account_billing_disputed_text()}</p>
      </Card>
    </Section>
  );
}
