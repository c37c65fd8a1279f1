import { SetPassword } from '#web/features/account/set-password/SetPassword.tsx';
import type { MockState } from '../../mock-state.ts';

export function Screen() {
  return <SetPassword token="sample-token-of-a-mailed-link" />;
}

const look = 'GET /v2/users/password/reset';
const set = 'POST /v2/users/password/reset';
const owner = {
  [look]: {
    data: {
      username: 'marta.ruiz',
      email: 'marta@example.com',
      firstName: 'Marta',
      lastName: 'Ruiz',
      mayBeAnothers: false,
      further: null,
    },
  },
};

const phone = { phone: '•••\u00a042' };
const question = { securityQuestion: 'What was the name of your first school?' };
const asksCode = { problem: { validationErrors: [{ field: 'code', text: '', code: 'required' }] } };

export const states: Record<string, MockState> = {
  sets: { answers: { ...owner, [set]: { data: { result: 'SUCCESS', username: 'marta.ruiz' } } } },
  'asks-for-more': {
    answers: { [look]: { data: { ...owner[look].data, further: { ...phone, ...question } } }, [set]: asksCode },
  },
  'asks-question': { answers: { [look]: { data: { ...owner[look].data, further: { phone: null, ...question } } } } },
  'asks-factor': {
    answers: {
      [look]: { data: { ...owner[look].data, further: { phone: null, securityQuestion: null, factor: true } } },
    },
  },
  'mailbox-not-enough': {
    answers: { [look]: { data: { ...owner[look].data, further: { phone: null, securityQuestion: null } } } },
  },
  'may-be-anothers': {
    answers: {
      [look]: { data: { ...owner[look].data, mayBeAnothers: true } },
      'POST /v2/users/password/reset/not-mine': { data: { outcome: 'FREED' } },
    },
  },
  loading: { answers: { [look]: 'never' } },
  unreachable: { answers: { [look]: 'offline' } },
  'dead-link': { answers: { [look]: { problem: { code: 'TOKEN_INVALID', status: 401 } } } },
  'refused-by-server': {
    answers: {
      ...owner,
      [set]: { problem: { validationErrors: [{ field: 'password', text: '', code: 'password_common' }] } },
    },
  },
};
