import { describe, expect, test } from 'vitest';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { priceAfterTax, priceBeforeTax } from '../pricing/price-order.ts';
import { payerCustomerOf, readPurchase, UnreadablePurchase } from './purchase.ts';

const before = priceBeforeTax({
  package: { id: 1001, name: 'Essentials', priceCents: 14_400, includedTaxCents: 0, includedTaxName: null },
  options: [],
  payForCoParent: false,
  coupon: null,
});
const texts = { package: { en: 'One year', es: 'Un año' }, options: {}, coupon: null };
const stored = {
  kind: 'SIGN_UP',
  quote: {
    priced: priceAfterTax({ before, given: [], paying: [] }, { taxes: [] }),
    texts,
    renewal: { amountCents: 14_400, date: '2027-11-22' },
  },
  order: { packageId: 1001, productId: null, services: [] },
  payForCoParent: false,
  years: 1,
  language: 'en',
  country: 'US',
  payer: {
    customer: { id: 'person', firstName: 'Marta', lastName: 'Ruiz', email: 'marta@example.com' },
    billing: null,
    cardholderName: null,
    storeInVault: true,
    deviceData: null,
    recurring: 'first',
  },
  consent: { terms: true, marketing: false, textVersion: '2026-11', form: 'payment-review' },
};
const period = { periodStart: '2026-11-22', periodEnd: '2027-11-22' };
const attemptWith = (purchase: object, purpose: PaymentAttempt['purpose'] = 'SIGN_UP') =>
  ({ id: 'attempt', purpose, purchase }) as PaymentAttempt;
const unreadable = (attempt: PaymentAttempt) => {
  try {
    readPurchase(attempt);
  } catch (error) {
    if (error instanceof UnreadablePurchase) return error;
  }
  throw new Error('It could be read');
};

describe('a stored purchase', () => {
  test('of another release keeps the fields this one does not know', () => {
    const newer = { ...stored, gift: true, quote: { ...stored.quote, note: { by: 'them' } } };
    expect(readPurchase(attemptWith(newer))).toEqual(newer);
  });

  test('of a restart has the purpose of a renewal', () => {
    const restart = { ...stored, kind: 'NEW_START', period, buyerId: 'person' };
    expect(readPurchase(attemptWith(restart, 'RENEWAL')).kind).toBe('NEW_START');
    expect(unreadable(attemptWith(restart, 'UPGRADE')).fields).toEqual(['kind']);
  });

  test.each([
    ['without its price', { ...stored, quote: undefined }, 'SIGN_UP', ['quote']],
    ['without its payer', { ...stored, payer: undefined }, 'SIGN_UP', ['payer']],
    ['of a kind nobody knows', { ...stored, kind: 'GIFT' }, 'SIGN_UP', ['kind']],
    [
      'of an upgrade without the plan it was priced on',
      { ...stored, kind: 'UPGRADE', period, buyerId: 'x', upgradedOn: '2026-12-01', netCents: 5_400 },
      'UPGRADE',
      ['pricedOn'],
    ],
    ['of a renewal without its period', { ...stored, kind: 'RENEWAL', buyerId: 'x' }, 'RENEWAL', ['period']],
    ['that is empty', {}, 'SIGN_UP', ['kind']],
  ] as const)('%s is an error that names fields, not people', (_what, purchase, purpose, fields) => {
    const fault = unreadable(attemptWith(purchase, purpose));
    expect(fault.fields).toEqual(fields);
    expect(JSON.stringify([fault, fault.message])).not.toContain('Marta');
  });

  test('whose payer has been forgotten has no customer', () => {
    expect(payerCustomerOf(attemptWith(stored))?.firstName).toBe('Marta');
    expect(payerCustomerOf(attemptWith({ ...stored, payer: undefined }))).toBeNull();
  });
});
