import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { addressInMinnesota, confirming, countryAnswers, payingSession, priced } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/invite/payment/InvitedPayment.tsx';

const prices = 'POST /v2/invites/prices';
const result = 'GET /v2/invites/payment';

function shows(answers: Record<string, MockAnswer> = {}): MockState {
  const { selectedPackage, selectedPackageId, subscriptionLength } = payingSession();
  const stepOneValues = { ...addressInMinnesota, firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com' };
  return {
    session: {
      ...invitedAfter(2),
      stepOneValues,
      ...(selectedPackage ? { selectedPackage } : {}),
      selectedPackageId: selectedPackageId ?? null,
      subscriptionLength: subscriptionLength ?? null,
    },
    answers: {
      ...countryAnswers,
      [prices]: priced(),
      [result]: { data: { outcome: 'NONE' } },
      ...answers,
    },
  };
}

export const states: Record<string, MockState> = {
  billing: shows(),
  'price-failed': shows({ [prices]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  'lists-unreachable': shows({ 'GET /v2/countries': 'offline', 'GET /v2/countries/*/regions': 'offline' }),
  confirming: shows({
    [result]: confirming,
  }),
};
