import { contextFixture, invitedAfter } from '../../invite-fixtures.ts';
import type { MockState } from '../../mock-state.ts';
import { countryAnswers } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/invite/billing/InvitedBilling.tsx';

const paid = { isSubscriptionCurrent: true, subscriptionStatus: 'current' } as const;
const saved = {
  data: { context: contextFixture({ ...paid, billingAddressComplete: true, termsAgreed: true }), lastCompletedStep: 2 },
};
const halfTyped = { line1: '12 Ma', line2: '', city: '', region: '', postalCode: '', country: 'US' };
const answers = { ...countryAnswers, 'PUT /v2/invites/parents/*': saved };

export const states: Record<string, MockState> = {
  empty: { session: invitedAfter(2, paid), answers },
  'half-typed': {
    session: { ...invitedAfter(2, paid), drafts: { billing: { address: halfTyped } } },
    answers,
  },
  'saving-offline': { session: invitedAfter(2, paid), answers: { ...answers, 'PUT /v2/invites/parents/*': 'offline' } },
  terms: {
    session: invitedAfter(2, { ...paid, billingAddressComplete: true, termsAgreed: false }),
    answers: { ...answers, 'PUT /v2/invites/marketing-opt-in': 'offline' },
  },
};
