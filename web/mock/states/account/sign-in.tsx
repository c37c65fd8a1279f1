import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/sign-in/SignIn.tsx';

const login = 'POST /ofw/login';

export const states: Record<string, MockState> = {
  empty: {},
  refused: {
    answers: { [login]: { problem: { code: 'SIGN_IN_FAILED', status: 401 } } },
  },
  'too-many-tries': {
    answers: {
      [login]: { problem: { code: 'TOO_MANY_REQUESTS', status: 429 } },
    },
  },
  waits: { answers: { [login]: 'never' } },
  offline: { answers: { [login]: 'offline' } },
};
