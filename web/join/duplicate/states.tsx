import { sessionAfter } from '../../mock/family-fixture.ts';
import type { MockState } from '../../mock/mock-state.ts';

export { Screen } from './Duplicate.tsx';

export const states: Record<string, MockState> = { reached: { session: sessionAfter(1) } };
