import { sessionAfter } from '../../family-fixture.ts';
import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/duplicate/Duplicate.tsx';

export const states: Record<string, MockState> = {
  reached: { session: sessionAfter(1) },
  'asks-for-a-code': {
    session: sessionAfter(1),
    answers: {
      'POST /v2/address-codes': { data: { outcome: 'SENT' } },
      'POST /v2/address-codes/check': { data: { proven: false, triesLeft: 0 } },
    },
  },
};
