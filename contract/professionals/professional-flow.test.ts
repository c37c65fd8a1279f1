import { expect, test } from 'vitest';
import {
  afterProfessionalEvent,
  afterReload,
  isStepOpen,
  type ProfessionalState,
  professionalEvents,
  professionalStates,
  professionalSteps,
} from './professional-flow.ts';

/** Specification 4.1, row by row; every pair that is not listed changes nothing. */
const table: Partial<Record<`${ProfessionalState} ${(typeof professionalEvents)[number]}`, ProfessionalState>> = {
  'ONE forward': 'TWO',
  'TWO forward': 'THREE',
  'TWO backward': 'ONE',
  'THREE forward': 'SUBMIT',
  'THREE backward': 'TWO',
  'SUBMIT success': 'SUCCESS',
  'SUBMIT failure': 'ERROR',
  'ERROR backward': 'TWO',
  'ERROR forward': 'SUBMIT',
};

const pairs = professionalStates.flatMap((state) => professionalEvents.map((event) => [state, event] as const));

test.each(pairs)('4.1-1: the professional sign-up follows the transition table: %s on %s', (state, event) => {
  expect(afterProfessionalEvent(state, event)).toBe(table[`${state} ${event}`] ?? state);
});

test.each([
  [0, [true, false, false]],
  [1, [true, true, false]],
  [2, [true, true, true]],
  [3, [true, true, true]],
] as const)('4.1-2: with %i validated steps the dots are open: %j', (validated, open) => {
  expect(professionalSteps.map((step) => isStepOpen(step, validated))).toEqual(open);
});

test('a reload during submission returns to the last step', () => {
  expect(professionalStates.map(afterReload)).toEqual(['ONE', 'TWO', 'THREE', 'THREE', 'SUCCESS', 'THREE']);
});
