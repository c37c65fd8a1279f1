import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { paidFixture } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/invite/credentials/InvitedCredentials.tsx';

const questions: MockAnswer = {
  data: { securityQuestions: [{ value: 'What was your first pet?', label: 'What was your first pet?' }] },
};
const answers: Record<string, MockAnswer> = {
  'POST /v2/usernames/availability': { data: { available: true, meetsRequirements: true } },
  'GET /v2/security-questions': questions,
};
const token = 'a-credentials-token-for-mocks';
const ready = invitedAfter(2, {
  authToken: token,
  isSubscriptionCurrent: true,
  billingAddressComplete: true,
  termsAgreed: true,
});

export const states: Record<string, MockState> = {
  'paid-for': { session: ready, answers },
  'paid-oneself': { session: { ...invitedAfter(2), paymentRes: paidFixture({ token }) }, answers },
  'questions-unreachable': { session: ready, answers: { ...answers, 'GET /v2/security-questions': 'offline' } },
  'link-no-longer-works': { session: invitedAfter(0) },
};
