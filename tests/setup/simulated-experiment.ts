import type { Look } from '#server/experiments/statistics/verdict.ts';
import { shareGroup } from '#server/experiments/statistics/difference.ts';

/** `share`: of treatment as it was planned; `sentShare`: as people are really divided. Rates: paid per person. */
export type Plan = {
  days: number;
  peopleEachDay: number;
  share: number;
  sentShare?: number;
  rate: number;
  treatedRate?: number;
};

/** Numbers of nought to one, the same for one seed: xorshift of 32 bits. */
export function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e37_79b9) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One experiment, person by person; what is known of it at the end of each day. */
export function simulateExperiment(plan: Plan, random: () => number): Look[] {
  const { days, peopleEachDay, share, sentShare = share, rate, treatedRate = rate } = plan;
  const people = { control: 0, treatment: 0 };
  const paid = { control: 0, treatment: 0 };
  return Array.from({ length: days }, () => {
    for (let person = 0; person < peopleEachDay; person += 1) {
      const treated = random() < sentShare;
      const group = treated ? 'treatment' : 'control';
      people[group] += 1;
      if (random() < (treated ? treatedRate : rate)) paid[group] += 1;
    }
    return {
      control: shareGroup(people.control, paid.control),
      treatment: shareGroup(people.treatment, paid.treatment),
    };
  });
}

/** The test of two shares that allows one single look, taken at each: 5 % of false alarms are promised for one. */
export function naiveAlarm(looks: readonly Look[]): boolean {
  return looks.some(({ control, treatment }) => {
    const pooled = (control.sum + treatment.sum) / (control.count + treatment.count);
    const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / control.count + 1 / treatment.count));
    return Math.abs(treatment.sum / treatment.count - control.sum / control.count) > 1.96 * deviation;
  });
}
