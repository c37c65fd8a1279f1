import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/fee-waiver/FeeWaiverEntrance.tsx';

export const states: Record<string, MockState> = { plain: { answers: {} } };
