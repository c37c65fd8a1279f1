import { describe, expect, test } from 'vitest';
import { isPostalCode, postalPattern } from '#server/lookups/postal-codes.ts';
import { countriesWhere, countryRow, isServedCountry } from './countries.ts';
import { postalCodeMatches } from './postal-codes.ts';

const accepted = [
  ['US', '55401'],
  ['US', '55401-1234'],
  ['US', ' 55401 1234 '],
  ['US', '09012'],
  ['CA', 'K1A 0B1'],
  ['CA', 'k1a0b1'],
  ['CA', 'K1A-0B1'],
  ['GB', 'SW1A 1AA'],
  ['GB', 'sw1a1aa'],
  ['GB', 'M1 1AE'],
  ['GB', 'EC1A  1BB'],
  ['GB', 'GIR 0AA'],
  ['GB', 'BFPO 57'],
  ['AU', '0800'],
  ['NZ', '6011'],
  ['MX', '06082'],
  ['IE', 'D02 X285'],
  ['IE', 'd02x285'],
  ['NL', '1234 AB'],
  ['NL', '1234ab'],
  ['BR', '40301-110'],
  ['BR', '40301110'],
  ['JP', '100-0001'],
  ['PL', '00-950'],
  ['PT', '1000-205'],
  ['SE', '111 22'],
  ['AD', 'AD500'],
] as const;

const refused = [
  ['US', '5540'],
  ['US', '554011'],
  ['US', 'ABCDE'],
  ['CA', 'D1A 0B1'],
  ['CA', 'K1A 0O1'],
  ['CA', '55401'],
  ['GB', 'ZZ1 1AA'],
  ['GB', 'SW1A'],
  ['AU', '800'],
  ['NZ', '60111'],
  ['NL', '0234 AB'],
  ['NL', '1234 SA'],
  ['BR', '4030111'],
  ['IE', 'D02'],
  ['DE', '1234'],
  ['US', '55401\n<script>'],
] as const;

describe('postal codes', () => {
  test.each(accepted)('a postal code of %s: %j is accepted', (country, postalCode) => {
    expect(isPostalCode({ country, postalCode })).toBe(true);
  });

  test.each(refused)('5.5-3: a postal code of %s: %j is refused', (country, postalCode) => {
    expect(isPostalCode({ country, postalCode })).toBe(false);
  });

  test('a country without a pattern takes two to thirty letters and digits', () => {
    expect(postalPattern('HK')).toBeNull();
    for (const [postalCode, right] of [
      ['00', true],
      ['A', false],
      ['999077', true],
      ['A-1 b/2', true],
      ['x'.repeat(30), true],
      ['x'.repeat(31), false],
      ['--', false],
      ['', false],
    ] as const) {
      expect([postalCode, postalCodeMatches({ country: 'HK', postalCode, pattern: null })]).toEqual([
        postalCode,
        right,
      ]);
    }
  });

  test('a changed pattern of the same country takes effect', () => {
    expect(postalCodeMatches({ country: 'QQ', postalCode: '123', pattern: '\\d{3}' })).toBe(true);
    expect(postalCodeMatches({ country: 'QQ', postalCode: '123', pattern: '\\d{4}' })).toBe(false);
  });
});

test('served countries, countries with address completion and countries with zones by region are distinguished', () => {
  expect([isServedCountry('MX'), countryRow('MX')?.suggestsAddresses, isServedCountry('DE')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(countriesWhere(({ hasZonesByRegion }) => hasZonesByRegion)).toEqual(['US', 'CA']);
});
