import { FromLink } from '#web/features/sign-up/credentials/CredentialsPage.tsx';
import type { MockState } from '../../mock-state.ts';

export function Screen() {
  return <FromLink token="sample-token-of-a-mailed-link" />;
}

const owner = {
  userId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2765',
  firstName: 'Marta',
  lastName: 'Ruiz',
  email: 'marta@example.com',
  invited: false,
  professional: false,
};
const asks = { phone: '•••', securityQuestion: null, factor: false };

const shows = (further: object | null): MockState => ({
  answers: {
    'GET /v2/credentials': { data: { ...owner, further } },
    'POST /v2/usernames/availability': { data: { available: true, meetsRequirements: true } },
    'PUT /v2/credentials': { problem: { validationErrors: [{ field: 'code', text: '', code: 'required' }] } },
  },
});

export const states: Record<string, MockState> = {
  'asks-for-code': shows(asks),
  'mailbox-not-enough': shows({ ...asks, phone: null }),
  'asks-nothing': shows(null),
};
