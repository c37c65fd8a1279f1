import { formatCents } from '#contract/money.ts';
import { refundDays, refundOfFirstPayment } from '#contract/refund.ts';
import { m } from '#messages/messages.js';
import layout from '#web/ui/layout.module.css';

/**
 * What a first payment's refund covers, how to get it and what stays: before paying and on the receipt. Absent where no
 * money moves.
 */
export function RefundPromise({ totalCents, forTwo }: { totalCents: number; forTwo: boolean }) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const words = { days: refundDays, amount: formatCents(ownCents) };
  return (
    <p className={layout.small}>
      {keptCents > 0 ? m.payment_refund_own({ ...words, kept: formatCents(keptCents) }) : m.payment_refund(words)}
    </p>
  );
}
