import { evaluate } from '#server/experiments/statistics/verdict.ts';
import { naiveAlarm, type Plan, randomNumbers, simulateExperiment } from './simulated-experiment.ts';

/** Outcomes of many simulated experiments, each evaluated daily. */
export function runExperiments(plan: Plan, { runs, seed }: { runs: number; seed: number }) {
  const counted = { alarms: 0, better: 0, worse: 0, mismatches: 0, naiveAlarms: 0, notEnough: 0 };
  const random = randomNumbers(seed);
  for (let run = 0; run < runs; run += 1) {
    const interimResults = simulateExperiment(plan, random);
    const splits = interimResults.map(({ control, treatment }) => ({
      control: control.count,
      treatment: treatment.count,
    }));
    const { verdict, mismatch } = evaluate({ interimResults, splits, share: plan.share });
    if (verdict === 'BETTER') counted.better += 1;
    if (verdict === 'WORSE') counted.worse += 1;
    if (verdict === 'NOT_ENOUGH') counted.notEnough += 1;
    if (mismatch) counted.mismatches += 1;
    if (naiveAlarm(interimResults)) counted.naiveAlarms += 1;
  }
  return { ...counted, alarms: counted.better + counted.worse };
}
