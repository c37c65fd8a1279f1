import type { MockState } from '../../mock/mock-state.ts';

export { Screen } from './Landing.tsx';

export const states: Record<string, MockState> = {
  control: {},
  'without-the-question': { boot: { experiments: { 'remove-co-parent-status': 'treatment' } } },
};
