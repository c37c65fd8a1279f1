import type { MockState } from '../../mock/mock-state.ts';

export { Screen } from './CoParentStatus.tsx';

export const states: Record<string, MockState> = { asked: {} };
