import type { Paid } from '#contract/api/payments.ts';
import type { JoinSession } from '../../session/join-session.ts';

/**
 * What the receipt's address shows. Without a payment in this session, or with one for another package than was chosen, it
 * is the receipt of a reloaded page; before credentials are set it is too early, for seeing it ends the session.
 */
export type ReceiptVerdict = 'show' | 'reloaded' | 'mismatch' | 'credentials_first';

export function receiptOf({ paymentRes, selectedPackageId }: Pick<JoinSession, 'paymentRes' | 'selectedPackageId'>): {
  verdict: ReceiptVerdict;
  paid: Paid | null;
} {
  if (paymentRes === null) return { verdict: 'reloaded', paid: null };
  if (paymentRes.clickToJoinToken !== null) return { verdict: 'credentials_first', paid: paymentRes };
  if (paymentRes.registration.order.packageId !== selectedPackageId) return { verdict: 'mismatch', paid: null };
  return { verdict: 'show', paid: paymentRes };
}
