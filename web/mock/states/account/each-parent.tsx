import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/each-parent/EachParent.tsx';

export const states: Record<string, MockState> = { all: {} };
