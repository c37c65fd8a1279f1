import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/import/Import.tsx';

/** What a chosen file brings is seen in the journeys. */
export const states: Record<string, MockState> = { fresh: { answers: {} } };
