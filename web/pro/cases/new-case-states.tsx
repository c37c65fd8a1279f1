import type { MockState } from '../../mock/mock-state.ts';

export { Screen } from './NewCase.tsx';

export const states: Record<string, MockState> = {
  fresh: {},
  offline: { answers: { 'POST /v2/professional/cases': 'offline' } },
};
