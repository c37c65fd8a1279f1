import { type PaymentChoice, payingMethod } from './payment-choice.ts';

/** What is missing before "Review Order" opens; null when nothing is. */
export type ReviewObstacle = 'price' | 'code' | 'code_not_applied' | 'method' | null;

type Question = Pick<PaymentChoice, 'method' | 'cardValid' | 'wallets'> & {
  /** "I have a Subscription Code" is ticked. */
  codeWanted: boolean;
  /** Codes that count. */
  codesApplied: number;
  /** What stands in the box and was not applied. */
  codeTyped: string;
  /** What is to pay, in cents; null while it is not known. */
  totalCents: number | null;
};

/**
 * Enabled only when the card form is valid or a wallet is authorised; with the code box ticked a valid code is needed
 * too (specification 4.5). When codes cover everything, nothing else is needed.
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
