import { refundDays, refundOfFirstPayment } from '#contract/account/refund.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import layout from '#web/ui/layout.module.css';

/** `invitesOncePaid`: the co-parent is invited with the payment; what is paid for them stays theirs. */
type Props = { totalCents: number; forTwo: boolean; invitesOncePaid?: boolean };

/**
 * On the receipt: what a first payment's refund covers, how to get it and what is kept. Absent if no money was charged.
 */
export function RefundPromise({ totalCents, forTwo, invitesOncePaid = false }: Props) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const params = { days: refundDays, amount: formatCents(ownCents) };
  const ofTwo = invitesOncePaid ? m.payment_refund_own_invited : m.payment_refund_own;
  return (
    <p className={layout.small}>
      {keptCents > 0 ? ofTwo({ ...params, kept: formatCents(keptCents) }) : m.payment_refund(params)}
    </p>
  );
}

/** The refund promise in a line beside the Pay button. */
export function RefundFact({ totalCents, forTwo }: Omit<Props, 'invitesOncePaid'>) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const params = { days: refundDays };
  return <p>{keptCents > 0 ? m.payment_refund_own_within(params) : m.payment_refund_within(params)}</p>;
}

/** The details of that line: how to get the refund, how much, and what is kept. */
export function RefundTerms({ totalCents, forTwo, invitesOncePaid = false }: Props) {
  const { ownCents, keptCents } = refundOfFirstPayment({ totalCents, forTwo });
  if (ownCents === 0) return null;
  const amount = formatCents(ownCents);
  const ofTwo = invitesOncePaid ? m.payment_refund_own_how_invited : m.payment_refund_own_how;
  return (
    <p className={layout.soft}>
      {keptCents > 0 ? ofTwo({ amount, kept: formatCents(keptCents) }) : m.payment_refund_how({ amount })}
    </p>
  );
}
