import { describe, expect, it } from 'vitest';
import type { BootData } from '#contract/boot.ts';
import { offeredBrands, offeredMethods, wantsDeviceData } from './offered-methods.ts';

const boot: BootData = {
  language: 'en',
  siteCountry: 'US',
  countryCode: '+1',
  anonymousId: '',
  consent: 'not-needed',
  experiments: { 'wallet-payment-in-join': 'treatment', venmo: 'treatment' },
  features: {},
  leaveAddress: '',
};

describe('ways to pay', () => {
  it.each([
    ['US', ['CREDIT_CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL', 'VENMO']],
    ['CA', ['CREDIT_CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL']],
    ['GB', ['CREDIT_CARD']],
  ])('for a bill in %s: %j', (country, methods) => {
    expect(offeredMethods({ country, boot })).toEqual(methods);
  });

  it('2.8-19, 2.8-36: leave out a wallet that is hidden, or whose experiment is not in treatment', () => {
    expect(offeredMethods({ country: 'US', boot: { ...boot, experiments: { venmo: 'control' } } })).toEqual([
      'CREDIT_CARD',
      'APPLE_PAY',
      'GOOGLE_PAY',
    ]);
    const hidden = (key: 'hide-paypal' | 'hide-venmo' | 'hide-apple-pay' | 'hide-google-pay') => {
      const hiding = { ...boot, experiments: { ...boot.experiments, [key]: 'treatment' as const } };
      const left = offeredMethods({ country: 'US', boot: hiding });
      return offeredMethods({ country: 'US', boot }).filter((type) => !left.includes(type));
    };
    expect(hidden('hide-paypal')).toEqual(['PAYPAL']);
    expect(hidden('hide-venmo')).toEqual(['VENMO']);
    expect(hidden('hide-apple-pay')).toEqual(['APPLE_PAY']);
    expect(hidden('hide-google-pay')).toEqual(['GOOGLE_PAY']);
  });

  it('require device data with a British card, while that provider is in treatment', () => {
    const treated = { ...boot, experiments: { 'uk-card-payment-provider': 'treatment' as const } };
    expect(['GB', 'US', ''].map((country) => wantsDeviceData({ country, boot: treated }))).toEqual([
      true,
      false,
      false,
    ]);
    expect(wantsDeviceData({ country: 'GB', boot })).toBe(false);
  });

  it('2.8-20: hide Discover and Amex on request', () => {
    expect(offeredBrands(boot)).toHaveLength(4);
    expect(offeredBrands({ ...boot, experiments: { 'hide-discover': 'treatment', 'hide-amex': 'treatment' } })).toEqual(
      ['visa', 'master-card'],
    );
  });
});
