import { type Dispute, returnedCents } from './dispute-repository.ts';
import type { Refund } from './refund-repository.ts';

/**
 * The refundable amount of an order in cents: neither promised nor charged back. A refund that failed stays promised:
 * only trying it again sends its money, so that nothing else sends it too.
 */
export function refundableCents(
  { id, totalCents }: { id: string; totalCents: number },
  { refunds, disputes }: { refunds: readonly Refund[]; disputes: readonly Dispute[] },
): number {
  const promised = refunds
    .filter(({ orderId, state }) => orderId === id && state !== 'WITHDRAWN')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const returned = returnedCents(
    disputes.filter(({ orderId }) => orderId === id),
    { totalCents },
  );
  return Math.max(0, totalCents - promised - returned);
}

/**
 * Whether one person's share of an order for two went back before: the co-parent had an account already
 * (`complete-sign-up.ts`), or the payer has taken theirs. Codes then hold that share again, also where the refund of
 * its money was withdrawn.
 */
export function isShareReturned({ id }: { id: string }, refunds: readonly Refund[]): boolean {
  return refunds.some(
    ({ orderId, reason }) => orderId === id && (reason === 'NOT_COMPLETED' || reason === 'FIRST_PAYMENT'),
  );
}
