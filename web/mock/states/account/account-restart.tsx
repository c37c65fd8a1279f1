import { keptPrice } from '../../account-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { confirming } from '../../payment-fixtures.ts';
import { endedBilling, upgradeQuote } from '../../upgrade-fixtures.ts';

export { Restart as Screen } from '#web/features/account/restart/Restart.tsx';

const billing = 'GET /v2/account/billing';
const price = 'GET /v2/account/subscriptions/*/restart';
const result = 'GET /v2/account/subscriptions/*/restart/payment';
/** An unreachable sandbox: the wallets are ready, the card's frames stay loading. */
const sandbox = 'https://sandbox.example';
const sandboxToken = btoa(
  JSON.stringify({
    clientApiUrl: `${sandbox}/client_api`,
    authorizationFingerprint: 'none',
    sandbox: {
      cardFieldsUrl: `${sandbox}/card-fields`,
      walletsUrl: `${sandbox}/wallets`,
      threeDSecureUrl: `${sandbox}/three-d-secure`,
    },
  }),
);
const shows = (answers: Record<string, MockAnswer> = {}): MockState => ({
  answers: {
    [billing]: { data: endedBilling() },
    [price]: { data: upgradeQuote() },
    'POST /v2/account/subscriptions/*/restart/prices': { data: upgradeQuote() },
    [result]: { data: { outcome: 'NONE' } },
    ...answers,
  },
});

export const states: Record<string, MockState> = {
  ready: shows(),
  'at-the-old-price': shows({ [billing]: { data: endedBilling({ keptPrice }) } }),
  'with-options': shows({
    [billing]: { data: endedBilling({ planName: 'Build your own', options: ['5 GB of file storage', 'Tone meter'] }) },
  }),
  'no-method-on-file': shows({
    [billing]: { data: endedBilling({}, null) },
    'GET /v2/payment-client-token': 'offline',
  }),
  'other-ways-to-pay': shows({
    [billing]: { data: endedBilling({}, null) },
    'GET /v2/payment-client-token': { data: { clientToken: sandboxToken, authentication: 'if_asked' } },
  }),
  'account-closes': shows({ [billing]: { data: { ...endedBilling(), deletion: { closesOn: '2026-12-21' } } } }),
  loading: shows({ [billing]: 'never' }),
  offline: shows({ [billing]: 'offline' }),
  'price-failed': shows({ [price]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  running: shows({ [billing]: { data: endedBilling({ state: 'CURRENT', mayRestart: false }) } }),
  'runs-by-another-tab': shows({ [price]: { problem: { code: 'ALREADY_PAID', status: 409 } } }),
  unknown: shows({ [billing]: { data: { ...endedBilling(), subscriptions: [] } } }),
  confirming: shows({
    [result]: confirming,
  }),
};
