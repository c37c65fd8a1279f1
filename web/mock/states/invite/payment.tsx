import { invitedAfter } from '../../invite-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { addressInMinnesota, countryAnswers, payingSession, quoteFixture } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/invite/payment/InvitedPayment.tsx';

const prices = 'POST /v2/invites/prices';
const result = 'GET /v2/invites/payment';

function shows(answers: Record<string, MockAnswer> = {}): MockState {
  const { selectedPackage, selectedPackageId, subscriptionLength } = payingSession();
  const stepOneValues = { ...addressInMinnesota, firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com' };
  const request = {
    orderDetail: { packageId: 1012, productId: null, services: [] },
    payForCoparent: false,
    paymentCodes: [],
  };
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
      [prices]: { data: { ...quoteFixture(), request } },
      [result]: { data: { outcome: 'NONE' } },
      ...answers,
    },
  };
}

export const states: Record<string, MockState> = {
  billing: shows(),
  'price-trouble': shows({ [prices]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  'lists-unreachable': shows({ 'GET /v2/countries': 'offline', 'GET /v2/countries/*/regions': 'offline' }),
  confirming: shows({
    [result]: { data: { outcome: 'CONFIRMING', paymentId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2767' } },
  }),
};
