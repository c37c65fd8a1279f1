import type { Paid } from '#contract/api/payments.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { receiptSeen, type Transition } from '#web/join-session/transitions.ts';

/**
 * What the receipt's address shows. Without a payment in this session, or with one for a different package, it is the
 * page after a reload. Its guard has checked that the credentials are set.
 */
export type ReceiptVerdict = 'show' | 'reloaded' | 'mismatch';

export function receiptOf({ paymentRes, selectedPackageId }: Pick<JoinSession, 'paymentRes' | 'selectedPackageId'>): {
  verdict: ReceiptVerdict;
  paid: Paid | null;
} {
  if (paymentRes === null) return { verdict: 'reloaded', paid: null };
  if (paymentRes.registration.order.packageId !== selectedPackageId) return { verdict: 'mismatch', paid: null };
  return { verdict: 'show', paid: paymentRes };
}

/**
 * The receipt's address was opened: without a payment the session is kept, because a payment may still be confirming.
 */
export const receiptOpened: Transition = (session) =>
  receiptOf(session).verdict === 'reloaded' ? session : receiptSeen(session);
