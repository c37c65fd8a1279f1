import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/cases/NewCase.tsx';

export const states: Record<string, MockState> = {
  fresh: {},
  offline: { answers: { 'POST /v2/professional/cases': 'offline' } },
};
