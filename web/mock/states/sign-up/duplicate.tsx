import { sessionAfter } from '../../family-fixture.ts';
import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/duplicate/Duplicate.tsx';

export const states: Record<string, MockState> = { reached: { session: sessionAfter(1) } };
