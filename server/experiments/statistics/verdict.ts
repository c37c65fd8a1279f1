import type { Verdict } from '#contract/sign-up/experiments.ts';
import { type Difference, differenceOf, type Group } from './difference.ts';
import { isMismatch, mismatchEvidence } from './sample-ratio.ts';

/** In each group. With fewer people the interval does not keep its promise. */
export const fewestPeople = 100;
export const fewestPaid = 20;

/** What is known of an experiment at the end of a day, since its start. */
export type InterimResult = { control: Group; treatment: Group };
/** How many people were assigned to each group, since the start. */
export type Split = { control: number; treatment: number };

/** `differences`: one per interim result, null if it was too early to say. */
export type Evaluation = { verdict: Verdict; mismatch: boolean; differences: (Difference | null)[] };

const isEnough = ({ count, sum }: Group) => count >= fewestPeople && sum >= fewestPaid;

/**
 * The combined result of all interim results so far. Their intervals contain the truth simultaneously, so what one of
 * them has excluded stays excluded; and a split once found wrong stays wrong. `share`: of treatment, 0 to 1.
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
