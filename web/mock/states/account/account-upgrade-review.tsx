import UpgradeReview from '#web/features/account/upgrade/UpgradeReview.tsx';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { confirming } from '../../payment-fixtures.ts';
import { upgradeQuote, upgradesFixture } from '../../upgrade-fixtures.ts';

const upgrades = upgradesFixture();
const [, card] = upgrades.packages;

/** From Essentials to Premium. */
export function Screen() {
  const order = { packageId: 1002, productId: null, services: [] };
  return card ? <UpgradeReview upgrades={upgrades} card={card} order={order} onStale={() => undefined} /> : null;
}

const prices = 'POST /v2/account/upgrades/prices';
const result = 'GET /v2/account/upgrades/payment';
const prepare = 'POST /v2/account/payment-method/authentication';
const payments = 'POST /v2/account/upgrades/payments';
const shows = (answers: Record<string, MockAnswer> = {}): MockState => ({
  answers: {
    [prices]: { data: upgradeQuote() },
    [prepare]: { data: { card: null } },
    [result]: { data: { outcome: 'NONE' } },
    ...answers,
  },
});

export const states: Record<string, MockState> = {
  ready: shows(),
  'price-on-its-way': shows({ [prices]: 'never' }),
  'price-failed': shows({ [prices]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  'nothing-due': shows({ [prices]: { data: upgradeQuote({ free: true }) } }),
  'declined-when-pressed': shows({
    [payments]: {
      problem: {
        code: 'PAYMENT_DECLINED',
        status: 402,
        validationErrors: [
          { field: 'payment', text: 'Your card was declined. Nothing was charged. Use another card.' },
        ],
      },
    },
  }),
  'bank-asks-when-pressed': shows({ [payments]: { problem: { code: 'AUTHENTICATION_REQUIRED', status: 402 } } }),
  'bank-not-reached-when-pressed': shows({ [prepare]: { problem: { code: 'PAYMENT_UNAVAILABLE', status: 503 } } }),
  'refused-when-pressed': shows({
    [payments]: {
      problem: {
        validationErrors: [
          { field: 'address.city', text: 'Must be between 3 and 30 characters' },
          { field: 'address.postalCode', text: 'Postal code is not valid' },
        ],
      },
    },
  }),
  confirming: shows({
    [result]: confirming,
  }),
};
