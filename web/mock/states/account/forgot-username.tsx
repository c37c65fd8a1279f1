import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/account/forgot-username/ForgotUsername.tsx';

const byMail = 'GET /v1/usernameRecovery/email';
const byPhone = 'GET /v1/usernameRecovery/mobilePhone';
const check = 'GET /v1/usernameRecovery/checkVerificationCode';
const sent = {
  [byMail]: { data: { result: 'SUCCESS' } },
  [byPhone]: { data: { result: 'SUCCESS', expiresInMinutes: 10 } },
};
export const accounts = [
  { userId: '01930000-0000-7000-8000-000000000001', firstName: 'Marta', email: 'm•••@e•••.com' },
  { userId: '01930000-0000-7000-8000-000000000002', firstName: 'Tomás', email: 't•••@e•••.com' },
];

/**
 * Each continues with its own responses: requested by phone, then the code is wrong, expired, or correct for one or
 * several accounts.
 */
export const states: Record<string, MockState> = {
  asks: { answers: sent },
  'texts-off': { boot: { experiments: { 'hide-texts': 'treatment' } } },
  'no-texts': { boot: { noTexts: true } },
  offline: { answers: { [byMail]: 'offline', [byPhone]: 'offline' } },
  'wrong-code': { answers: { ...sent, [check]: { data: { result: 'NOT_FOUND', triesLeft: 4, accounts: [] } } } },
  'dead-code': { answers: { ...sent, [check]: { data: { result: 'NOT_FOUND', triesLeft: 0, accounts: [] } } } },
  'one-account': { answers: { ...sent, [check]: { data: { result: 'SUCCESS', triesLeft: 5, accounts: [] } } } },
  'several-accounts': {
    answers: {
      ...sent,
      [check]: { data: { result: 'MULTI', triesLeft: 5, accounts } },
      'GET /v1/usernameRecovery/sendUsernameRecoveryEmail': { data: { result: 'SUCCESS' } },
    },
  },
};
