import { describe, expect, it } from 'vitest';
import type { BootData } from '#contract/boot.ts';
import { offeredBrands, offeredMethods } from './offered-methods.ts';

const boot: BootData = {
  language: 'en',
  siteCountry: 'US',
  countryCode: '+1',
  anonymousId: '',
  experiments: { 'wallet-payment-in-join': 'treatment', venmo: 'treatment' },
  features: {},
};

describe('ways to pay', () => {
  it.each([
    ['US', ['CREDIT_CARD', 'PAYPAL', 'VENMO']],
    ['CA', ['CREDIT_CARD', 'PAYPAL']],
    ['GB', ['CREDIT_CARD']],
  ])('for a bill in %s: %j', (country, methods) => {
    expect(offeredMethods({ country, boot })).toEqual(methods);
  });

  it('leave out a wallet whose experiment is not in treatment, or which is hidden', () => {
    expect(offeredMethods({ country: 'US', boot: { ...boot, experiments: { venmo: 'control' } } })).toEqual(['CREDIT_CARD']);
    expect(offeredMethods({ country: 'US', boot: { ...boot, features: { 'hide-paypal': true } } })).toEqual(['CREDIT_CARD', 'VENMO']);
  });

  it('hide Discover and Amex on request', () => {
    expect(offeredBrands(boot)).toHaveLength(4);
    expect(offeredBrands({ features: { 'hide-discover': true, 'hide-amex': true } })).toEqual(['visa', 'master-card']);
  });
});
