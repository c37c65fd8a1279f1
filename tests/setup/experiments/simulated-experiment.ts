import { shareGroup } from '#server/experiments/statistics/difference.ts';
import type { InterimResult } from '#server/experiments/statistics/verdict.ts';

/** `share`: the planned treatment share; `sentShare`: the actual one. Rates: paid per person. */
export type Plan = {
  days: number;
  peopleEachDay: number;
  share: number;
  sentShare?: number;
  rate: number;
  treatedRate?: number;
};

/** Numbers from 0 to 1, deterministic by seed: xorshift32. */
export function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e37_79b9) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** An experiment person by person; its counts at the end of each day. */
export function simulateExperiment(plan: Plan, random: () => number): InterimResult[] {
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

/** The fixed-sample test of two shares, evaluated daily: it promises 5 % false alarms for a single evaluation only. */
export function naiveAlarm(interimResults: readonly InterimResult[]): boolean {
  return interimResults.some(({ control, treatment }) => {
    const pooled = (control.sum + treatment.sum) / (control.count + treatment.count);
    const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / control.count + 1 / treatment.count));
    return Math.abs(treatment.sum / treatment.count - control.sum / control.count) > 1.96 * deviation;
  });
}
