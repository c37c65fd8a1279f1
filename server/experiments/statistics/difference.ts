/** The measurements of one group: the number of people, the sum of the values, and the sum of their squares. */
export type Group = { count: number; sum: number; sumOfSquares: number };

/** For values that are 0 or 1: `ones` of `count` were 1. */
export const shareGroup = (count: number, ones: number): Group => ({ count, sum: ones, sumOfSquares: ones });

export type Difference = { estimate: number; low: number; high: number };

/** The maximum rate at which an interval misses the truth at any look. */
export const missRate = 0.05;
/** The number of people at which the interval is narrowest for its miss rate. It holds for any other number as well. */
const peopleForNarrowest = 5_000;

const { log, sqrt } = Math;
const mixtureVariance = (-2 * log(missRate) + log(-2 * log(missRate)) + 1) / peopleForNarrowest;

export const meanOf = ({ count, sum }: Group): number => (count === 0 ? 0 : sum / count);

/** For identical values the two terms differ only by rounding. */
function varianceOf({ count, sum, sumOfSquares }: Group): number {
  return Math.max(0, sumOfSquares / count - (sum / count) ** 2);
}

/**
 * Treatment's mean minus control's, with an interval that may be evaluated after every person: the asymptotic
 * confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
 * asymptotic confidence sequences", Annals of Statistics 52 (2024), with its Gaussian mixture boundary, for the
 * difference of two means. It misses the truth at some look in at most `missRate` of all experiments, however many
 * looks there are. It is a limit theorem: few people imply nothing (`verdict.ts` sets the minimum). Null while a group
 * is empty.
 */
export function differenceOf({ control, treatment }: { control: Group; treatment: Group }): Difference | null {
  if (control.count === 0 || treatment.count === 0) return null;
  const people = control.count + treatment.count;
  // The variance of the difference, multiplied by the number of people.
  const variance = people * (varianceOf(control) / control.count + varianceOf(treatment) / treatment.count);
  const spread = people * mixtureVariance + 1;
  const half = sqrt((variance * 2 * spread * log(sqrt(spread) / missRate)) / (people ** 2 * mixtureVariance));
  const estimate = meanOf(treatment) - meanOf(control);
  return { estimate, low: estimate - half, high: estimate + half };
}
