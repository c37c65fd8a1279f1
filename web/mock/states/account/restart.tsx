import type { MockAnswer, MockState } from '../../mock-state.ts';
import { endedBilling, upgradeQuote } from '../../upgrade-fixtures.ts';

export { Restart as Screen } from '#web/features/account/restart/Restart.tsx';

const billing = 'GET /v2/account/billing';
const price = 'GET /v2/account/subscriptions/*/restart';
const result = 'GET /v2/account/subscriptions/*/restart/payment';
const shows = (answers: Record<string, MockAnswer> = {}): MockState => ({
  answers: {
    [billing]: { data: endedBilling() },
    [price]: { data: upgradeQuote() },
    [result]: { data: { outcome: 'NONE' } },
    ...answers,
  },
});

export const states: Record<string, MockState> = {
  ready: shows(),
  'with-options': shows({
    [billing]: { data: endedBilling({ planName: 'Build your own', options: ['5 GB of file storage', 'Tone meter'] }) },
  }),
  'no-method-on-file': shows({
    [billing]: { data: endedBilling({}, null) },
    'GET /v2/payment-client-token': 'offline',
  }),
  loading: shows({ [billing]: 'never' }),
  offline: shows({ [billing]: 'offline' }),
  'price-trouble': shows({ [price]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  running: shows({ [billing]: { data: endedBilling({ state: 'CURRENT', mayRestart: false }) } }),
  'runs-by-another-tab': shows({ [price]: { problem: { code: 'ALREADY_PAID', status: 409 } } }),
  unknown: shows({ [billing]: { data: { ...endedBilling(), subscriptions: [] } } }),
  confirming: shows({
    [result]: { data: { outcome: 'CONFIRMING', paymentId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2767' } },
  }),
};
