import { contextFixture, invitedAfter } from '../../invite-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/invite/welcome/Welcome.tsx';

const context = 'GET /v2/invites/current';
const shows = (answer: MockAnswer, more: Partial<MockState> = {}): MockState => ({
  session: invitedAfter(0),
  answers: { [context]: answer },
  ...more,
});

export const states: Record<string, MockState> = {
  loading: shows('never'),
  offline: shows('offline'),
  unpaid: shows({ data: contextFixture() }),
  paid: shows({ data: contextFixture({ isSubscriptionCurrent: true, subscriptionStatus: 'current' }) }),
  'paid-opened-again': shows({
    data: contextFixture({
      isSubscriptionCurrent: true,
      subscriptionStatus: 'current',
      billingAddressComplete: true,
      authToken: 'a-token-for-mocks-only',
    }),
  }),
  'by-professional': shows({
    data: contextFixture({ userCreatedByPro: true, proFirstName: 'Ana', proLastName: 'Ruiz' }),
  }),
  'inviter-left': shows({
    data: contextFixture({
      isSubscriptionCurrent: true,
      subscriptionStatus: 'current',
      inviterFirstName: null,
      familyMembers: contextFixture().familyMembers.slice(1),
    }),
  }),
  'social-proof': shows({ data: contextFixture() }, { boot: { experiments: { 'social-proof': 'treatment' } } }),
  'click-to-join': shows(
    { data: contextFixture() },
    { boot: { experiments: { 'click-to-join': 'treatment', 'click-to-join-brand-update': 'treatment' } } },
  ),
  letter: {
    session: {},
    answers: {
      'POST /v2/invite-codes/exchange': {
        problem: { code: 'VALIDATION', validationErrors: [{ field: 'code', text: '', code: 'invite_code' }] },
      },
    },
  },
};
