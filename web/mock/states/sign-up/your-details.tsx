import { sessionAfter } from '../../family-fixture.ts';
import type { MockState } from '../../mock-state.ts';

export { Screen } from '#web/features/sign-up/your-details/YourDetails.tsx';

const byLink = { session: { discount: { referrer: 'spring', percentage: 15 } } };
const offers = (percentage: number | null) => ({ 'GET /v2/discount-offers': { data: { percentage, endsAt: null } } });

export const states: Record<string, MockState> = {
  empty: {},
  'saved-before': { session: sessionAfter(1) },
  discount: { ...byLink, answers: offers(15) },
  'discount-held-to-highest': { ...byLink, answers: offers(10) },
  'discount-over': { ...byLink, answers: offers(null) },
  'discount-unknown-yet': { ...byLink, answers: { 'GET /v2/discount-offers': 'never' } },
  'discount-other-words': {
    ...byLink,
    answers: offers(15),
    boot: { experiments: { 'discount-offer-language': 'treatment' } },
  },
  expired: { session: { expired: true } },
  'lists-unreachable': { answers: { 'GET /v2/phone-country-codes': 'offline', 'GET /v2/referrals': 'offline' } },
  'refused-by-server': {
    session: sessionAfter(1),
    answers: {
      'PUT /v2/registrations/*': {
        problem: {
          validationErrors: [
            { field: 'parent.email', text: 'That email address is already tied to an account.', code: 'email_in_use' },
          ],
        },
      },
    },
  },
  'saving-offline': { session: sessionAfter(1), answers: { 'PUT /v2/registrations/*': 'offline' } },
  'saving-waits': { session: sessionAfter(1), answers: { 'PUT /v2/registrations/*': 'never' } },
};
