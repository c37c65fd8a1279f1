import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/co-parent-status/CoParentStatus.tsx';

export const states: Record<string, MockState> = { asked: {} };
