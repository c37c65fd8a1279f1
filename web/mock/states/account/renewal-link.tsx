import { Renewal } from '#web/features/account/renewal-link/RenewalLink.tsx';
import type { MockAnswer, MockState } from '../../mock-state.ts';

/** The page as opened by a valid link. */
export function Screen() {
  return (
    <Renewal
      link={{ subscriptionId: '019f0000-0000-7000-8000-000000000301', token: 'sample-token-of-a-mailed-link' }}
    />
  );
}

const look = 'GET /v2/renewals/*';
const change = 'PUT /v2/renewals/*';
const stillCharged = [{ heldBy: 'Joe', amountFormatted: 'US$149.76', date: '2027-11-21' }];
const renewal = (autoRenew: boolean, part: object = {}) => ({
  data: {
    planName: 'Premium',
    state: 'CURRENT',
    periodEnd: '2027-11-21',
    renewal: autoRenew ? { amount: 21_252, amountFormatted: 'US$212.52' } : null,
    autoRenew,
    needsMethod: false,
    waiting: null,
    stillCharged: autoRenew ? [] : stillCharged,
    ...part,
  },
});
const state = (answer: MockAnswer, after: MockAnswer = renewal(false)): MockState => ({
  answers: { [look]: answer, [change]: after },
});

export const states: Record<string, MockState> = {
  renews: state(renewal(true)),
  'of-co-parent': state(renewal(true, { planName: 'Premium (Maximiliana-Guadalupe)' })),
  'needs-method': state(renewal(true, { needsMethod: true })),
  unpaid: state(
    renewal(true, { waiting: { retryOn: '2027-11-24', endsOn: '2027-11-28' } }),
    renewal(false, { state: 'LAPSED', stillCharged: [] }),
  ),
  cancelled: state(renewal(false), renewal(true)),
  'cancel-offline': state(renewal(true), 'offline'),
  'dead-link': state({ problem: { code: 'TOKEN_INVALID', status: 401 } }),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
  offline: state('offline'),
};
