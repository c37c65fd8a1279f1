import { expect, test } from 'vitest';
import { missRate } from '#server/experiments/statistics/difference.ts';
import { falseAlarmRate } from '#server/experiments/statistics/sample-ratio.ts';
import { runExperiments } from '../setup/experiments/experiment-runs.ts';

const runs = Number(process.env['EXPERIMENT_RUNS'] ?? 10_000);
const seed = Number(process.env['EXPERIMENT_SEED'] ?? Date.now() % 1_000_000_000);
const plan = { days: 365, peopleEachDay: 100, share: 0.5, rate: 0.05 };
const atMost = (rate: number) => runs * (rate + 3.7 * Math.sqrt((rate * (1 - rate)) / runs));

test.each([
  { name: 'one in twenty pays', plan },
  { name: 'one in fifty pays', plan: { ...plan, rate: 0.02 } },
  { name: 'half pay', plan: { ...plan, rate: 0.5, peopleEachDay: 20 } },
  { name: 'a tenth is treated', plan: { ...plan, share: 0.1 } },
  { name: 'two weeks of many', plan: { ...plan, days: 14, peopleEachDay: 2_000 } },
])(
  'with seed ' + seed + ', equal groups looked at daily for a year are seldom called different: $name',
  {
    timeout: 600_000,
  },
  ({ name, plan: equal }) => {
    const counted = runExperiments(equal, { runs, seed });
    console.info(name, JSON.stringify(counted));
    expect(counted.alarms).toBeLessThanOrEqual(atMost(missRate));
    expect(counted.mismatches).toBeLessThanOrEqual(atMost(falseAlarmRate));
  },
);
