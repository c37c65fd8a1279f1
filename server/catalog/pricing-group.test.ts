import { expect, test } from 'vitest';
import { countryOutcome, includedTaxName, priceListFor, pricingGroupOf } from './pricing-group.ts';

const rules = [
  { phoneCountryCode: '+1', areaCode: '612', pricingGroup: 'P1' as const },
  { phoneCountryCode: '+1', areaCode: '416', pricingGroup: 'P2' as const },
];
const base = { phoneCountryCode: '+1', phoneNumber: '2025550100', ukPackages: false };

test.each([
  ['nothing special', {}, 'P0'],
  ['an area code with a rule', { phoneNumber: '6125550100' }, 'P1'],
  [
    'the inviter’s group before everything',
    { phoneNumber: '6125550100', country: 'AU', inviterPriceList: 'P3' as const },
    'P3',
  ],
  ['Australia by its phone', { phoneCountryCode: '+61', phoneNumber: '412345678' }, 'AU'],
  ['Mexico by its address', { country: 'MX', phoneNumber: '6125550100' }, 'MX'],
  ['Great Britain in control', { country: 'GB' }, 'P0'],
  ['Great Britain in treatment', { country: 'GB', ukPackages: true }, 'UK'],
  ['Canada by its area code', { country: 'CA', phoneNumber: '4165550100' }, 'P2'],
])('%s: %o gets %s', (_title, change, list) => {
  expect(priceListFor({ ...base, ...change }, rules)).toBe(list);
});

test.each([
  ['P0', 'US', {}, 'MATCH'],
  ['P2', 'US', {}, 'OTHER_PACKAGES'],
  ['P0', 'US', { phoneNumber: '6125550100' }, 'OTHER_PACKAGES'],
  ['P0', 'CA', {}, 'MATCH'],
  ['P0', 'GB', {}, 'MATCH'],
  ['P0', 'GB', { ukPackages: true }, 'OTHER_PACKAGES'],
  ['P0', 'AU', {}, 'OTHER_PACKAGES'],
  ['UK', 'US', { ukPackages: true }, 'OTHER_PACKAGES'],
  ['NZ', 'NZ', {}, 'MATCH'],
  ['P0', 'MX', { inviterPriceList: 'P0' }, 'MATCH'],
  ['MX', 'US', { inviterPriceList: 'MX' }, 'OTHER_PACKAGES'],
  ['P0', 'US', { inviterPriceList: 'MX' }, 'MATCH'],
  ['P0', 'FR', {}, 'NOT_SOLD'],
] as const)('a package of %s for a bill in %s (%o): %s', (list, country, change, outcome) => {
  const offered = priceListFor({ ...base, country, ...change }, rules);
  expect(countryOutcome({ list, offered, country })).toBe(outcome);
});

test('the tax inside a price is named as in its country', () => {
  const names = (['UK', 'AU', 'NZ', 'MX'] as const).map((priceList) =>
    includedTaxName({ priceList, includedTaxCents: 1 }),
  );
  expect(names).toEqual(['VAT', 'GST', 'GST', 'IVA']);
  expect(includedTaxName({ priceList: 'P0', includedTaxCents: 0 })).toBeNull();
});

test('country price lists use the layout of P0', () => {
  expect([pricingGroupOf('UK'), pricingGroupOf('P2')]).toEqual(['P0', 'P2']);
});
