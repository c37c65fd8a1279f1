import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/how-to-cancel/HowToCancel.tsx';

export const states: Record<string, MockState> = { page: {} };
