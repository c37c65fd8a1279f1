import type { MockAnswer, MockState } from '../../mock-state.ts';
import { addressInMinnesota, confirming, countryAnswers, payingSession, priced } from '../../payment-fixtures.ts';

export { Screen } from '#web/features/sign-up/payment/PaymentPage.tsx';

const prices = 'POST /v2/registrations/*/prices';
const result = 'GET /v2/registrations/*/payment';
const registration = 'PUT /v2/registrations/*';

type Answers = Record<string, MockAnswer>;

function shows(answers: Answers = {}, session: MockState['session'] = {}): MockState {
  return {
    session: payingSession(session),
    answers: { ...countryAnswers, [prices]: priced(), [result]: { data: { outcome: 'NONE' } }, ...answers },
  };
}

const filled = { stepOneValues: addressInMinnesota };
const saved = {
  data: {
    signupId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2763',
    expiresAt: '2099-01-01T00:00:00.000Z',
    lastCompletedStep: 2,
  },
};
const checked = (outcome: string, country: string, samePlan: object | null = null): MockAnswer => ({
  data: { outcome, country, samePlan },
});
const essentials = { packageId: 3061, displayName: 'Essentials', totalPriceFormatted: 'US$154.00' };

export const states: Record<string, MockState> = {
  billing: shows(),
  'billing-filled': shows({}, filled),
  'price-on-its-way': shows({ [prices]: 'never' }),
  'price-failed': shows({ [prices]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  'lists-unreachable': shows({ 'GET /v2/countries': 'offline', 'GET /v2/countries/*/regions': 'offline' }),
  'address-refused': shows(
    {
      [registration]: {
        problem: { validationErrors: [{ field: 'address.postalCode', text: 'Postal code is not valid' }] },
      },
    },
    filled,
  ),
  'other-plans': shows(
    { [registration]: saved, 'POST /v2/package-country-checks': checked('OTHER_PACKAGES', 'AU', essentials) },
    filled,
  ),
  'other-plans-alone': shows(
    { [registration]: saved, 'POST /v2/package-country-checks': checked('OTHER_PACKAGES', 'AU') },
    filled,
  ),
  'plan-not-offered': shows(
    {
      [prices]: { problem: { code: 'PACKAGE_NOT_OFFERED', status: 409 } },
      [registration]: saved,
      'POST /v2/package-country-checks': checked('OTHER_PACKAGES', 'US', essentials),
    },
    filled,
  ),
  'not-sold': shows({ [registration]: saved, 'POST /v2/package-country-checks': checked('NOT_SOLD', 'FR') }, filled),
  'card-unavailable': shows(
    {
      [registration]: saved,
      'POST /v2/package-country-checks': checked('MATCH', 'US'),
      'GET /v2/payment-client-token': 'offline',
    },
    filled,
  ),
  'covered-by-code': shows(
    {
      [prices]: priced({ covered: true }),
      [registration]: saved,
      'POST /v2/package-country-checks': checked('MATCH', 'US'),
    },
    { ...filled, promoCodesEntered: ['FULL-1YR0-DEMO'] },
  ),
  'invite-day-come': shows(
    {
      [prices]: priced({ covered: true }),
      [registration]: saved,
      'POST /v2/package-country-checks': checked('MATCH', 'US'),
    },
    { ...filled, promoCodesEntered: ['FULL-1YR0-DEMO'], inviteTiming: { when: 'ON_DAY', day: '2026-01-02' } },
  ),
  'confirming-without-an-order': shows(
    { [result]: confirming },
    { selectedPackage: null, stepOneValues: null, expiresAt: null },
  ),
  confirming: shows({ [result]: confirming }),
  'confirming-without-mail': shows(
    { [result]: confirming },
    {
      stepOneValues: {
        ...addressInMinnesota,
        reach: { mail: false, text: true, call: true, hours: null, neutral: false },
      },
    },
  ),
};
