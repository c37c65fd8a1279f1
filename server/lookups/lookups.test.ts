import { describe, expect, test } from 'vitest';
import { servedCountries } from '#contract/fields/countries.ts';
import { languages } from '#contract/fields/languages.ts';
import { address } from '#contract/sign-up/your-details.ts';
import { countries, isPhoneCountryCode, phoneCountryCodes } from './countries.ts';
import postalCodes from './data/postal-codes.json' with { type: 'json' };
import { isPostalCode, postalCodeRule } from './postal-codes.ts';
import { isRegion, regionCode, regionLabel, regions } from './regions.ts';

const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label);
const values = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);

describe('countries', () => {
  test('9-39: there are about 250, each once, those we sell to first', () => {
    const list = values(countries('en'));
    expect(list.length).toBeGreaterThanOrEqual(245);
    expect(new Set(list).size).toBe(list.length);
    expect(list.slice(0, 6)).toEqual(['US', 'CA', 'GB', 'AU', 'NZ', 'MX']);
  });

  test.each(languages)('the others are sorted by name in %s', (language) => {
    const rest = labels(countries(language)).slice(servedCountries.length);
    expect(rest).toEqual(rest.toSorted(new Intl.Collator(language).compare));
  });

  test('names are in the language asked for', () => {
    expect(labels(countries('en')).slice(0, 3)).toEqual(['United States', 'Canada', 'United Kingdom']);
    expect(labels(countries('es')).slice(0, 3)).toEqual(['Estados Unidos', 'Canadá', 'Reino Unido']);
  });
});

describe('phone country codes', () => {
  test('each code is listed once, +1 named as the specification names it', () => {
    const list = phoneCountryCodes('en');
    expect(list.slice(0, 5).map(({ value, label }) => [value, label])).toEqual([
      ['+1', 'US/Canada (+1)'],
      ['+44', 'United Kingdom (+44)'],
      ['+61', 'Australia (+61)'],
      ['+64', 'New Zealand (+64)'],
      ['+52', 'Mexico (+52)'],
    ]);
    expect(new Set(values(list)).size).toBe(list.length);
    expect(list.length).toBeGreaterThan(190);
    const labelOf = (code: string) => list.find(({ value }) => value === code)?.label;
    expect(['+7', '+358', '+39', '+262'].map(labelOf)).toEqual([
      'Russia / Kazakhstan (+7)',
      'Finland / Åland Islands (+358)',
      'Italy / Vatican City (+39)',
      'Réunion / Mayotte (+262)',
    ]);
    expect(list[0]?.countries.slice(0, 2)).toEqual(['US', 'CA']);
    expect([isPhoneCountryCode('+505'), isPhoneCountryCode('+999')]).toEqual([true, false]);
  });
});

describe('regions', () => {
  test('5.5-4: the United States have 50 states, the district and three armed forces’ regions, these last', () => {
    const list = values(regions({ country: 'US', language: 'en' }));
    expect(list).toHaveLength(54);
    expect(list.slice(-3).toSorted()).toEqual(['AA', 'AE', 'AP']);
    expect(list).toContain('DC');
    expect(list).not.toContain('PR');
  });

  test.each([
    ['CA', 13],
    ['GB', 4],
    ['AU', 9],
    ['NZ', 17],
    ['MX', 32],
    ['BR', 27],
    ['FR', 0],
  ] as const)('%s has %i', (country, count) => {
    expect(regions({ country, language: 'en' })).toHaveLength(count);
  });

  test('names and order follow the language', () => {
    const spanish = regions({ country: 'US', language: 'es' });
    expect(spanish.find(({ value }) => value === 'NY')?.label).toBe('Nueva York');
    const states = labels(spanish).slice(0, 51);
    expect(states).toEqual(states.toSorted(new Intl.Collator('es').compare));
    expect(labels(regions({ country: 'JP', language: 'en' }))).toContain('Tokyo');
  });

  test('the name for a region depends on the country', () => {
    const inEnglish = ['US', 'CA', 'IE', 'JP', 'GB', 'NZ'].map((country) => regionLabel({ country, language: 'en' }));
    expect(inEnglish).toEqual(['State', 'Province', 'County', 'Prefecture', 'Nation', 'Region']);
    expect(regionLabel({ country: 'MX', language: 'es' })).toBe('Estado');
  });

  test('an address takes a region of the list, or any where there is no list', () => {
    expect([
      isRegion({ country: 'US', region: 'MN' }),
      isRegion({ country: 'US', region: 'ON' }),
      isRegion({ country: 'FR', region: 'Bretagne' }),
      isRegion({ country: 'FR', region: ' ' }),
    ]).toEqual([true, false, true, false]);
  });

  test('every region code passes the schema of an address', () => {
    const { region } = address.shape;
    const bad = values(countries('en')).flatMap((country) =>
      values(regions({ country, language: 'en' })).filter((code) => !region.safeParse(code).success),
    );
    expect(bad).toEqual([]);
  });

  test('names from external services are mapped to codes', () => {
    const found = [
      ['GB', 'England'],
      ['NZ', 'Wellington Region'],
      ['NZ', 'Manawatu-Whanganui'],
      ['US', 'mn'],
      ['CA', 'Québec'],
      ['AU', 'New South Wales'],
      ['US', 'Bavaria'],
    ].map(([country = '', name = '']) => regionCode({ country, name }));
    expect(found).toEqual(['ENG', 'WGN', 'MWT', 'MN', 'QC', 'NSW', null]);
  });
});

describe('postal patterns', () => {
  test('5.5-7: at least 150 countries have one, and each accepts its own example', () => {
    const rows = Object.entries(postalCodes);
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(
      rows
        .filter(([country, { example }]) => !isPostalCode({ country, postalCode: example }))
        .map(([country]) => country),
    ).toEqual([]);
  });

  test('the field has its local name', () => {
    expect(['US', 'GB', 'CA', 'IE', 'HK'].map((country) => postalCodeRule({ country, language: 'en' }).label)).toEqual([
      'ZIP code',
      'Postcode',
      'Postal code',
      'Eircode',
      'Postal code',
    ]);
  });
});
