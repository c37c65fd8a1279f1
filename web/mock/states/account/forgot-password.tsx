import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/forgot-password/ForgotPassword.tsx';

const ask = 'POST /ofw/signup/getpassword.form';

export const states: Record<string, MockState> = {
  asks: { answers: { [ask]: { data: { result: 'SUCCESS' } } } },
  waits: { answers: { [ask]: 'never' } },
  offline: { answers: { [ask]: 'offline' } },
  'too-many': { answers: { [ask]: { problem: { code: 'TOO_MANY_REQUESTS', status: 429 } } } },
};
