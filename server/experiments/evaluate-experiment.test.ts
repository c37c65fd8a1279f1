import { describe, expect, test } from 'vitest';
import { type ExperimentKey, experiments, priority } from '#contract/sign-up/experiments.ts';
import { evaluateExperiment, type Setting } from './evaluate-experiment.ts';
import { experimentProvider } from './experiment-provider.ts';
import { createExperiments, parseForced } from './experiments.ts';

const running = { state: 'running', share: 50, iteration: 1 } as const;
const visitor = (anonymousId: string | null, country = 'US', invited = false) => ({ anonymousId, country, invited });
const ids = Array.from({ length: 2_000 }, (_, index) => `visitor-${index}`);

test('4.4-9: assignment is stable per visitor, and about half are treated', () => {
  const states = ids.map((id) =>
    evaluateExperiment('remove-co-parent-status', { setting: running, visitor: visitor(id) }),
  );
  expect(states).toEqual(
    ids.map((id) => evaluateExperiment('remove-co-parent-status', { setting: running, visitor: visitor(id) })),
  );
  const treated = states.filter((state) => state === 'treatment').length;
  expect(treated).toBeGreaterThan(900);
  expect(treated).toBeLessThan(1_100);
});

test('groups of two experiments are independent of each other', () => {
  const both = ids.filter((id) =>
    (['remove-co-parent-status', 'premium-pick-me-1'] as const).every(
      (key) => evaluateExperiment(key, { setting: running, visitor: visitor(id) }) === 'treatment',
    ),
  );
  expect(both.length).toBeGreaterThan(400);
  expect(both.length).toBeLessThan(600);
});

test.each([
  ['uk-packages', 'US', false, 'off'],
  ['uk-packages', 'GB', false, 'treatment'],
  ['venmo', 'CA', false, 'off'],
  ['social-proof', 'US', false, 'off'],
  ['social-proof', 'US', true, 'treatment'],
] as const)('3.3-4, 4.4-10: %s for somebody in %s (invited: %s) is %s', (key, country, invited, state) => {
  expect(
    evaluateExperiment(key, {
      setting: { state: 'treatment', share: 100, iteration: 1 },
      visitor: visitor('visitor-1', country, invited),
    }),
  ).toBe(state);
});

test('each iteration reassigns visitors', () => {
  const states = (iteration: number) =>
    ids.map((id) =>
      evaluateExperiment('remove-co-parent-status', { setting: { ...running, iteration }, visitor: visitor(id) }),
    );
  const [first, second] = [states(1), states(2)];
  const moved = first.filter((state, index) => state !== second[index]).length;
  expect(moved).toBeGreaterThan(900);
  expect(moved).toBeLessThan(1_100);
});

test('without an anonymous id a running experiment changes nothing', () => {
  expect(evaluateExperiment('premium-pick-me-1', { setting: running, visitor: visitor(null) })).toBe('control');
});

test('unknown names and states cannot be forced', () => {
  expect(parseForced('venmo:control,no-such-thing:treatment,social-proof:perhaps')).toEqual({ venmo: 'control' });
});

describe('the first active experiment of the priority order wins', () => {
  const statesWith = async (settings: Partial<Record<ExperimentKey, Setting>>) => {
    const provider = experimentProvider(async () => new Map(Object.entries(settings)));
    const { statesFor } = await createExperiments({ provider, domain: crypto.randomUUID() });
    return statesFor;
  };
  const few = ids.slice(0, 20);

  test('4.4-7: the others are off for the same visitor, in both groups of the first', async () => {
    expect(priority.map((key) => experiments[key].epicKey)).toEqual(['GROW-805', 'GROW-722', 'GROW-621']);
    const shown = { ...running, state: 'treatment' } as const;
    const settings = { 'premium-pick-me-1': running, 'remove-co-parent-status': shown, venmo: shown };
    const statesFor = await statesWith(settings);
    const states = await Promise.all(few.map((id) => statesFor(visitor(id))));
    expect(new Set(states.map((state) => state['premium-pick-me-1']))).toEqual(new Set(['control', 'treatment']));
    expect(new Set(states.map((state) => state['remove-co-parent-status']))).toEqual(new Set(['off']));
    expect(new Set(states.map(({ venmo }) => venmo))).toEqual(new Set(['treatment']));
  });

  test('4.4-8: one that is off, or not for this visitor, does not change the groups of the next one', async () => {
    const next = 'remove-co-parent-status';
    const statesFor = await statesWith({ [next]: running, 'social-proof': running });
    for (const id of few) {
      const state = evaluateExperiment(next, { setting: running, visitor: visitor(id) });
      expect(await statesFor(visitor(id))).toMatchObject({ [next]: state, 'social-proof': 'off' });
    }
  });
});
