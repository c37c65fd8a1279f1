import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { taxNote } from '../summary/tax-note.ts';
import { RefundFact } from './RefundPromise.tsx';
import { RenewalFacts } from './RenewalFacts.tsx';
import { WithTerms } from './WithTerms.tsx';

type Props = {
  /** Null while the price is unknown. */
  quote: Quote | null;
  /** What a press agrees to if there is no checkbox for it. */
  agreement?: string | undefined;
};

/** Under the Pay button of a first payment: the agreement, the renewals and the refund period. */
export function PayFacts({ quote, agreement }: Props) {
  return (
    <>
      {agreement !== undefined && (
        <p>
          <WithTerms text={agreement} />
        </p>
      )}
      {quote ? (
        <>
          <RenewalFacts renewals={quote.renewals} />
          <RefundFact totalCents={quote.totals.total} forTwo={quote.payForCoParent} />
        </>
      ) : (
        <Skeleton shape="line" />
      )}
    </>
  );
}

/** The amount is part of the button; `plus tax` until the tax is known. */
export function payNowLabel(quote: Quote | null): string {
  if (!quote) return m.payment_pay_now();
  const amount = quote.totals.totalFormatted;
  return m.payment_pay_now_amount({ amount: taxNote(quote) === 'pending' ? m.payment_plus_tax({ amount }) : amount });
}
