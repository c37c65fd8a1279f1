import { type PaymentChoice, payingMethod } from './payment-choice.ts';

/** What is missing before "Review Order" is enabled; null if nothing is. */
export type ReviewObstacle = 'price' | 'code' | 'code_not_applied' | 'method' | null;

type Question = Pick<PaymentChoice, 'method' | 'cardValid' | 'wallets'> & {
  /** "I have a Subscription Code" is ticked. */
  codeWanted: boolean;
  /** Codes that the price applies. */
  codesApplied: number;
  /** Typed but not applied. */
  codeTyped: string;
  /** The total in cents; null while unknown. */
  totalCents: number | null;
};

/**
 * Enabled only with a valid card form or an authorised wallet; with the code box ticked also a valid code
 * (specification 4.5). If codes cover the total, nothing else is needed.
 */
export function reviewObstacle({
  codeWanted,
  codesApplied,
  codeTyped,
  totalCents,
  ...choice
}: Question): ReviewObstacle {
  if (totalCents === null) return 'price';
  if (codeWanted && codeTyped.trim() !== '') return 'code_not_applied';
  if (codeWanted && codesApplied === 0) return 'code';
  if (totalCents === 0) return null;
  return payingMethod(choice) === null ? 'method' : null;
}
