/** What was measured of the people in one group: how many, the sum of the values, and that of their squares. */
export type Group = { count: number; sum: number; sumOfSquares: number };

/** Of values that are nought or one: so many of `count` were one. */
export const shareGroup = (count: number, ones: number): Group => ({ count, sum: ones, sumOfSquares: ones });

export type Difference = { estimate: number; low: number; high: number };

/** How often, at most, an interval misses the truth at any look at all. */
export const missRate = 0.05;
/** So many people at which the interval is narrowest for its miss rate. It holds for any other number as well. */
const peopleForNarrowest = 5_000;

const { log, sqrt } = Math;
const mixtureVariance = (-2 * log(missRate) + log(-2 * log(missRate)) + 1) / peopleForNarrowest;

export const meanOf = ({ count, sum }: Group): number => (count === 0 ? 0 : sum / count);

/** Of values that are all alike the two terms differ by their rounding alone. */
function varianceOf({ count, sum, sumOfSquares }: Group): number {
  return Math.max(0, sumOfSquares / count - (sum / count) ** 2);
}

/**
 * Treatment's mean less control's, with an interval that may be looked at after every person: the asymptotic confidence
 * sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences", Annals of Statistics 52 (2024), with its Gaussian mixture boundary, of the difference of two
 * means. It misses the truth at some look in `missRate` of all experiments at most, however many looks there are. It is
 * a limit theorem: of few people nothing follows (`verdict.ts` says of how many). Null while a group is empty.
 */
export function differenceOf({ control, treatment }: { control: Group; treatment: Group }): Difference | null {
  if (control.count === 0 || treatment.count === 0) return null;
  const people = control.count + treatment.count;
  // As many times the variance of the difference as there are people.
  const variance = people * (varianceOf(control) / control.count + varianceOf(treatment) / treatment.count);
  const spread = people * mixtureVariance + 1;
  const half = sqrt((variance * 2 * spread * log(sqrt(spread) / missRate)) / (people ** 2 * mixtureVariance));
  const estimate = meanOf(treatment) - meanOf(control);
  return { estimate, low: estimate - half, high: estimate + half };
}
