import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/landing/Landing.tsx';

export const states: Record<string, MockState> = {
  control: {},
  'without-the-question': { boot: { experiments: { 'remove-co-parent-status': 'treatment' } } },
};
