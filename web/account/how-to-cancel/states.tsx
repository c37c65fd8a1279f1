import type { MockState } from '../../mock/mock-state.ts';

export { Screen } from './HowToCancel.tsx';

export const states: Record<string, MockState> = { page: {} };
