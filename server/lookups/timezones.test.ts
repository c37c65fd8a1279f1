import { describe, expect, test } from 'vitest';
import { languages } from '#contract/fields/languages.ts';
import { countries } from './countries.ts';
import names from './data/timezone-names.json' with { type: 'json' };
import { regionTimezones } from './region-timezones.ts';
import { regions } from './regions.ts';
import { isTimezone, timezoneIds, timezones } from './timezones.ts';

const ids = (country: string, region?: string) => timezoneIds({ country, region });

function hoursFromGreenwich(timezone: string, instant: string): number {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).offsetNanoseconds / 3.6e12;
}

describe('time zones by state and province', () => {
  test.each(['US', 'CA'])('each region of %s has its own row, and no row is left over', (country) => {
    const codes = regions({ country, language: 'en' }).map(({ value }) => value);
    expect(Object.keys(regionTimezones[country] ?? {}).toSorted()).toEqual(codes.toSorted());
    expect(codes.filter((code) => regionTimezones[country]?.[code]?.length === 0)).toEqual([]);
  });

  test.each([
    ['US', 'MN', ['America/Chicago']],
    ['US', 'AZ', ['America/Phoenix', 'America/Denver']],
    ['US', 'IN', ['America/Indiana/Indianapolis', 'America/Chicago']],
    ['US', 'TN', ['America/Chicago', 'America/New_York']],
    ['US', 'TX', ['America/Chicago', 'America/Denver']],
    ['US', 'HI', ['Pacific/Honolulu']],
    ['CA', 'SK', ['America/Regina', 'America/Edmonton']],
    ['CA', 'NL', ['America/St_Johns', 'America/Goose_Bay']],
  ])('%s %s: %j', (country, region, zones) => {
    expect(ids(country, region)).toEqual(zones);
  });

  test('Arizona and Saskatchewan keep their clocks, Indiana and the Navajo Nation change them', () => {
    const winter = '2027-01-15T12:00:00Z';
    const summer = '2027-07-15T12:00:00Z';
    const moves = (zone = '') => hoursFromGreenwich(zone, summer) - hoursFromGreenwich(zone, winter);
    expect([ids('US', 'AZ')[0], ids('CA', 'SK')[0], ids('US', 'IN')[0], ids('US', 'AZ')[1]].map(moves)).toEqual([
      0, 0, 1, 1,
    ]);
    expect(hoursFromGreenwich(ids('CA', 'SK')[0] ?? '', winter)).toBe(-6);
  });

  test('a region of another country, or none, gives the zones of the country', () => {
    expect(ids('US')).toHaveLength(13);
    expect(ids('US', 'QQ')).toEqual(ids('US'));
    expect(ids('AU', 'NSW')).toEqual(ids('AU'));
    expect(ids('QQ')).toEqual([]);
  });
});

describe('time zones by country', () => {
  test('the most used comes first; zones with the same clock are one choice', () => {
    expect(['US', 'CA', 'AU', 'MX', 'BR', 'ES', 'RU', 'NZ'].map((country) => ids(country)[0])).toEqual([
      'America/New_York',
      'America/Toronto',
      'Australia/Sydney',
      'America/Mexico_City',
      'America/Sao_Paulo',
      'Europe/Madrid',
      'Europe/Moscow',
      'Pacific/Auckland',
    ]);
    expect([ids('DE'), ids('AR'), ids('GB')]).toEqual([
      ['Europe/Berlin'],
      ['America/Argentina/Buenos_Aires'],
      ['Europe/London'],
    ]);
  });

  test('every zone is one that Temporal knows, and has a name in both languages', () => {
    const all = countries('en').flatMap(({ value }) => ids(value));
    const byRegion = Object.values(regionTimezones).flatMap((rows) => Object.values(rows).flat());
    for (const zone of new Set([...all, ...byRegion])) {
      expect(() => hoursFromGreenwich(zone, '2027-01-15T12:00:00Z'), zone).not.toThrow();
      expect(Object.hasOwn(names, zone), zone).toBe(true);
    }
  });

  test('every country people live in has one', () => {
    const without = countries('en')
      .map(({ value }) => value)
      .filter((country) => ids(country).length === 0);
    expect(without.toSorted()).toEqual(['BV', 'HM']);
  });

  test('names are readable', () => {
    const [en, es] = languages.map((language) => timezones({ country: 'US', region: 'MN', language }));
    expect(en).toEqual([{ value: 'America/Chicago', label: 'Central Time (Chicago)' }]);
    expect(es).toEqual([{ value: 'America/Chicago', label: 'Hora central (Chicago)' }]);
  });

  test('an address accepts only a zone of its place', () => {
    expect(isTimezone({ country: 'US', region: 'MN', timezone: 'America/Chicago' })).toBe(true);
    expect(isTimezone({ country: 'US', region: 'MN', timezone: 'America/New_York' })).toBe(false);
    expect(isTimezone({ country: 'GB', timezone: 'Mars/Olympus' })).toBe(false);
  });
});
