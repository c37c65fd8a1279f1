import { allocate } from '../fields/money.ts';

/** Days after the first payment within which its payer can refund it themselves. */
export const refundDays = 30;

/** How long a code works at least, in days, from when what it had paid goes back to it; a withdrawn one does not. */
export const returnedCodeDays = 30;

/**
 * What of a first payment is refunded: the payer's own part. What was paid for the other parent stays theirs
 * (`keptCents`) once they were invited; before, it is refunded too. Integer cents.
 */
export function refundOfFirstPayment({ totalCents, forTwo }: { totalCents: number; forTwo: boolean }): {
  ownCents: number;
  keptCents: number;
} {
  const [ownCents = 0, keptCents = 0] = allocate(totalCents, forTwo ? [1, 1] : [1]);
  return { ownCents, keptCents };
}
