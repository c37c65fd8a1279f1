import type { MockAnswer, MockState } from '../../mock-state.ts';
import { paidFixture, payingSession } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/sign-up/credentials/CredentialsPage.tsx';

const availability = 'POST /v2/usernames/availability';
const save = 'PUT /v2/credentials';
const paymentRes = paidFixture({ token: 'a-credentials-token-for-mocks' });

function shows(answers: Record<string, MockAnswer>): MockState {
  return {
    session: payingSession({ paymentRes }),
    answers: { [availability]: { data: { available: true, meetsRequirements: true } }, ...answers },
  };
}

export const states: Record<string, MockState> = {
  empty: shows({ [save]: { data: { userId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2765', subscriptionCurrent: true } } }),
  'username-taken': shows({ [availability]: { data: { available: false, meetsRequirements: true } } }),
  'username-not-checked': shows({ [availability]: 'offline' }),
  'saving-fails': shows({ [save]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  'saving-offline': shows({ [save]: 'offline' }),
  'already-set': shows({
    [save]: { problem: { code: 'TOKEN_INVALID', status: 401 } },
    'GET /v2/registrations/*/payment': { data: paidFixture() },
  }),
  'link-no-longer-works': { session: payingSession(), answers: {} },
};
