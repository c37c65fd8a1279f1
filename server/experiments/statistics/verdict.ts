import type { Verdict } from '#contract/sign-up/experiments.ts';
import { type Difference, differenceOf, type Group } from './difference.ts';
import { isMismatch, mismatchEvidence } from './sample-ratio.ts';

/** In each group. Below them the interval does not keep what it promises. */
export const fewestPeople = 100;
export const fewestPaid = 20;

/** What is known of an experiment at the end of a day, since its beginning. */
export type InterimResult = { control: Group; treatment: Group };
/** So many people were divided so, since its beginning. */
export type Split = { control: number; treatment: number };

/** `differences`: one per interim result, null if it was too early to say. */
export type Evaluation = { verdict: Verdict; mismatch: boolean; differences: (Difference | null)[] };

const isEnough = ({ count, sum }: Group) => count >= fewestPeople && sum >= fewestPaid;

/**
 * What all interim results so far say together. Their intervals hold the truth simultaneously, so what one of them has
 * excluded stays excluded; and a split that was once found wrong stays wrong. `share`: of treatment, 0 to 1.
 */
export function evaluate(results: {
  interimResults: readonly InterimResult[];
  splits: readonly Split[];
  share: number;
}): Evaluation {
  const { interimResults, splits, share } = results;
  const differences = interimResults.map((interimResult) =>
    isEnough(interimResult.control) && isEnough(interimResult.treatment) ? differenceOf(interimResult) : null,
  );
  const known = differences.filter((difference) => difference !== null);
  const mismatch = splits.some((split) => isMismatch(mismatchEvidence({ ...split, share })));
  return { mismatch, differences, verdict: mismatch ? 'MISMATCH' : verdictOf(known) };
}

function verdictOf(known: readonly Difference[]): Verdict {
  if (known.length === 0) return 'NOT_ENOUGH';
  const first = known.find(({ low, high }) => low > 0 || high < 0);
  if (!first) return 'NO_DIFFERENCE';
  return first.low > 0 ? 'BETTER' : 'WORSE';
}
