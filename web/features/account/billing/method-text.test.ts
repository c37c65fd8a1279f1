import { describe, expect, test } from 'vitest';
import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import { card } from '#web/mock/account-fixtures.ts';
import { expiryText, storedMethodText } from './method-text.ts';

describe('a payment method on file', () => {
  test.each([
    [card, 'Visa ending in 1111'],
    [{ ...card, cardBrand: null }, 'Card ending in 1111'],
    [{ ...card, cardBrand: 'MasterCard' }, 'Mastercard ending in 1111'],
    [{ ...card, cardLastFour: null }, 'Credit or Debit Card'],
    [{ ...card, type: 'PAYPAL', accountLabel: 'marta@example.com' }, 'PayPal (marta@example.com)'],
    [{ ...card, type: 'VENMO', cardLastFour: null }, 'Venmo'],
    [{ ...card, type: 'APPLE_PAY' }, 'Apple Pay (Visa ending in 1111)'],
    [{ ...card, type: 'GOOGLE_PAY', cardBrand: null }, 'Google Pay, card ending in 1111'],
  ] as const)('SEC14: is named without anything that could be charged', (method, words) => {
    expect(storedMethodText(method)).toBe(words);
  });

  test('is valid to the last day of its month', () => {
    const december = { expirationMonth: '12', expirationYear: '2026' };
    expect(isExpiredOn(december, '2026-12-31')).toBe(false);
    expect(isExpiredOn(december, '2027-01-01')).toBe(true);
    expect(expiryText(december, '2027-01-01')).toBe('Expired 12/2026. Replace it before the next renewal.');
  });

  test('that does not expire says nothing about it', () => {
    expect(expiryText({ expirationMonth: null, expirationYear: null }, '2026-11-23')).toBeNull();
  });
});
