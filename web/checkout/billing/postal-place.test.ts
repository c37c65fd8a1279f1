import { expect, test } from 'vitest';
import { lookups } from '#server/lookups/lookups.ts';
import { placeOfPostalCode, updatedPart } from './postal-place.ts';

const placeIn = (country: string, typed: string) => {
  const rules = lookups.regionLookup({ country, language: 'en' });
  if (!rules) throw new Error(`No country ${country}`);
  return placeOfPostalCode(typed, rules);
};

test.each([
  ['US', '55401', 'MN', 'Minneapolis'],
  ['US', ' 55401-1234 ', 'MN', 'Minneapolis'],
  ['US', '56301', 'MN', ''],
  ['US', '10001', 'NY', 'New York'],
  ['US', '02108', 'MA', 'Boston'],
  ['US', '05501', 'MA', ''],
  ['US', '20500', 'DC', 'Washington'],
  ['US', '09001', 'AE', ''],
  ['CA', 'm5v 3l9', 'ON', 'Toronto'],
  ['CA', 'K1A 0B1', 'QC', ''],
  ['CA', 'K2P 1L4', 'ON', 'Ottawa'],
  ['AU', '3121', 'VIC', ''],
  ['AU', '2000', 'NSW', 'Sydney'],
  ['MX', '06700', 'CMX', ''],
  ['GB', 'SW1A 1AA', 'ENG', 'London'],
  ['GB', 'EH1 2DP', 'SCT', ''],
  ['GB', 'SY10 7AA', '', ''],
])('2.8-6: in %s the postal code %s is in region "%s", city "%s"', (country, typed, region, city) => {
  expect(placeIn(country, typed)).toEqual({ region, city });
});

test.each([
  ['US', '5540'],
  ['US', 'nowhere'],
  ['NZ', '6011'],
  ['FR', '75001'],
])('in %s %s determines nothing: it is incomplete, or codes there are ambiguous', (country, typed) => {
  expect(placeIn(country, typed)).toBeNull();
});

test('2.8-7: a postal code fills what is empty or what it filled itself, and never what somebody typed', () => {
  expect(updatedPart({ current: '', filled: '', next: 'Minneapolis' })).toBe('Minneapolis');
  expect(updatedPart({ current: 'Minneapolis', filled: 'Minneapolis', next: 'Duluth' })).toBe('Duluth');
  expect(updatedPart({ current: 'Minneapolis', filled: 'Minneapolis', next: '' })).toBe('');
  expect(updatedPart({ current: 'Edina', filled: 'Minneapolis', next: 'Duluth' })).toBe('Edina');
  expect(updatedPart({ current: 'Edina', filled: '', next: 'Minneapolis' })).toBe('Edina');
});
