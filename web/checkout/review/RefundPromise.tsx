import { formatCents } from '#contract/money.ts';
import { refundDays, refundOfFirstPayment } from '#contract/refund.ts';
import { m } from '#messages/messages.js';
import layout from '#web/ui/layout.module.css';

type Props = { totalCents: number; forTwo: boolean };

/**
 * What a first payment's refund covers, how to get it and what stays: on the receipt. Absent where no money moves.
 */
export function RefundPromise({ totalCents, forTwo }: Props) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const words = { days: refundDays, amount: formatCents(ownCents) };
  return (
    <p className={layout.small}>
      {keptCents > 0 ? m.payment_refund_own({ ...words, kept: formatCents(keptCents) }) : m.payment_refund(words)}
    </p>
  );
}

/** The promise in a line: beside the button that takes the money. */
export function RefundFact({ totalCents, forTwo }: Props) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const words = { days: refundDays };
  return <p>{keptCents > 0 ? m.payment_refund_own_within(words) : m.payment_refund_within(words)}</p>;
}

/** What the line leaves to say: how to get the money back, how much, and what stays. */
export function RefundTerms({ totalCents, forTwo }: Props) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const amount = formatCents(ownCents);
  return (
    <p className={layout.soft}>
      {keptCents > 0
        ? m.payment_refund_own_how({ amount, kept: formatCents(keptCents) })
        : m.payment_refund_how({ amount })}
    </p>
  );
}
