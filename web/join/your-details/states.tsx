import type { MockState } from '../../mock/mock-state.ts';
import { sessionAfter } from '../../mock/family-fixture.ts';

export { Screen } from './YourDetails.tsx';

export const states: Record<string, MockState> = {
  empty: {},
  'saved-before': { session: sessionAfter(1) },
  discount: { session: { discount: { referrer: 'spring', percentage: 15 } } },
  'discount-other-words': {
    session: { discount: { referrer: 'spring', percentage: 15 } },
    boot: { experiments: { 'discount-offer-language': 'treatment' } },
  },
  expired: { session: { expired: true } },
  'lists-unreachable': { answers: { 'GET /v2/phone-country-codes': 'offline', 'GET /v2/referrals': 'offline' } },
  'refused-by-server': {
    session: sessionAfter(1),
    answers: {
      'PUT /v2/registrations/*': {
        problem: {
          validationErrors: [{ field: 'parent.email', text: 'That email address is already tied to an account.', code: 'email_in_use' }],
        },
      },
    },
  },
  'saving-offline': { session: sessionAfter(1), answers: { 'PUT /v2/registrations/*': 'offline' } },
  'saving-waits': { session: sessionAfter(1), answers: { 'PUT /v2/registrations/*': 'never' } },
};
