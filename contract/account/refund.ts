import { allocate } from '../fields/money.ts';

/** Days after the first payment within which its payer can refund it themselves. */
export const refundDays = 30;

/** A code works for at least this many days after what it had paid is returned to it; a withdrawn one does not. */
export const returnedCodeDays = 30;

/**
 * The refundable part of a first payment: the payer's own. What was paid for the other parent stays theirs
 * (`keptCents`) once they were invited; before that, it is refunded too. Integer cents.
 */
export function refundOfFirstPayment({ totalCents, forTwo }: { totalCents: number; forTwo: boolean }): {
  ownCents: number;
  keptCents: number;
} {
  const [ownCents = 0, keptCents = 0] = allocate(totalCents, forTwo ? [1, 1] : [1]);
  return { ownCents, keptCents };
}
