import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/professional/import/Import.tsx';

export const states: Record<string, MockState> = { fresh: { answers: {} } };
