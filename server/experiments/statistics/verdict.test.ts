import { expect, test } from 'vitest';
import { runExperiments } from '#tests/setup/experiments/experiment-runs.ts';
import { differenceOf, missRate, shareGroup } from './difference.ts';
import { mismatchEvidence } from './sample-ratio.ts';
import { evaluate, type InterimResult } from './verdict.ts';

const runs = 1_000;
/** The observed rate exceeds this once in ten thousand times if the true rate is the allowed one. */
const atMost = runs * (missRate + 3.7 * Math.sqrt((missRate * (1 - missRate)) / runs));
const plan = { days: 100, peopleEachDay: 100, share: 0.5, rate: 0.1 };

test.each([
  { name: 'one in ten pays', plan },
  { name: 'one in fifty pays', plan: { ...plan, rate: 0.02 } },
  { name: 'most pay', plan: { ...plan, rate: 0.7, peopleEachDay: 20 } },
  { name: 'a fifth is treated', plan: { ...plan, share: 0.2 } },
])('with daily looks, equal groups are rarely reported as different: $name', ({ plan: equal }) => {
  const { alarms, mismatches, naiveAlarms, notEnough } = runExperiments(equal, { runs, seed: 7 });
  expect(alarms).toBeLessThanOrEqual(atMost);
  expect(mismatches).toBeLessThanOrEqual(5);
  expect(notEnough).toBeLessThan(runs / 2);
  // The test for a single look, used daily, reports a third of them as different.
  expect(naiveAlarms).toBeGreaterThan(4 * atMost);
});

test('an effect is detected with its direction, including harm', () => {
  const better = runExperiments({ ...plan, treatedRate: 0.13 }, { runs: 200, seed: 8 });
  expect(better).toMatchObject({ worse: 0, mismatches: 0 });
  expect(better.better).toBeGreaterThan(180);
  const worse = runExperiments({ ...plan, treatedRate: 0.07 }, { runs: 200, seed: 9 });
  expect(worse.better).toBe(0);
  expect(worse.worse).toBeGreaterThan(180);
});

test('a sample ratio mismatch is detected, and no effect is reported', () => {
  const lost = runExperiments({ ...plan, sentShare: 0.46, treatedRate: 0.2 }, { runs: 200, seed: 10 });
  expect(lost).toMatchObject({ mismatches: 200, better: 0, worse: 0 });
});

const evaluateResults = (...interimResults: InterimResult[]) => evaluate({ interimResults, splits: [], share: 0.5 });

test('no verdict below the minimum sample; an excluded effect stays excluded', () => {
  const few = { control: shareGroup(90, 30), treatment: shareGroup(90, 70) };
  expect(evaluateResults(few)).toEqual({ verdict: 'NOT_ENOUGH', mismatch: false, differences: [null] });
  const clear = { control: shareGroup(1_000, 100), treatment: shareGroup(1_000, 200) };
  const later = { control: shareGroup(9_000, 900), treatment: shareGroup(9_000, 900) };
  expect(evaluateResults(clear, later).verdict).toBe('BETTER');
  expect(evaluateResults(later).verdict).toBe('NO_DIFFERENCE');
  expect(evaluateResults().verdict).toBe('NOT_ENOUGH');
});

test('interval and mismatch evidence match their formulas', () => {
  expect(differenceOf({ control: shareGroup(0, 0), treatment: shareGroup(9, 1) })).toBeNull();
  // By hand: 10,000 people, deviation 2 · √(0.1 · 0.9) each way, mixture variance 0.00177 for the narrowest at 5,000.
  const known = differenceOf({ control: shareGroup(5_000, 500), treatment: shareGroup(5_000, 500) });
  expect(known?.estimate).toBe(0);
  expect(known?.high).toBeCloseTo(0.0184, 3);
  // The Bayes factor of one person is one: the first person says nothing.
  expect(mismatchEvidence({ control: 1, treatment: 0, share: 0.3 })).toBeCloseTo(0, 9);
  // For two in the same half: 501/1001 over 1/2.
  expect(mismatchEvidence({ control: 2, treatment: 0, share: 0.5 })).toBeCloseTo(Math.log(501 / 1001 / 0.5), 9);
  expect(mismatchEvidence({ control: 5, treatment: 0, share: 0 })).toBe(0);
});
