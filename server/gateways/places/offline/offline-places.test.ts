import { describe, expect, test } from 'vitest';
import { countryRow } from '#contract/fields/countries.ts';
import { isRegion } from '../../../lookups/regions.ts';
import { maxSuggestions } from '../port.ts';
import { cityAt, findCities, loadCities } from './city-index.ts';
import { foldText } from './fold-text.ts';
import { offlinePlaces } from './offline-places.ts';

const places = offlinePlaces();
const session = { language: 'en', sessionToken: 'session-0001' } as const;
const suggest = (query: string, country: string | null = null) => places.suggest({ query, country, ...session });
const index = loadCities();

describe('suggestions', () => {
  test('cities that begin with the input: large ones first, then exact names', async () => {
    expect((await suggest('minneap')).slice(0, 2)).toMatchObject([
      { text: 'Minneapolis', secondaryText: 'MN, US' },
      { text: 'Minneapolis', secondaryText: 'KS, US' },
    ]);
    const springfields = await suggest('Springfield', 'US');
    expect(springfields.slice(0, 3).map(({ secondaryText }) => secondaryText)).toEqual(['IL, US', 'MA, US', 'MO, US']);
    expect(springfields).toHaveLength(maxSuggestions);
    expect(springfields.every(({ text }) => text === 'Springfield')).toBe(true);
    expect((await suggest('london', 'CA'))[0]?.secondaryText).toBe('ON, CA');
  });

  test('accents, case and punctuation do not matter', async () => {
    expect((await suggest('montreal', 'CA')).map(({ text }) => text)).toContain('Montréal');
    expect((await suggest("ST JOHN'S", 'CA')).map(({ text }) => text)).toContain("St. John's");
  });

  test('a street before a comma is kept and returned', async () => {
    const [first] = await suggest('Äpfelweg 5, Apt 2, Auckl', 'NZ');
    expect(first?.text).toBe('Äpfelweg 5, Apt 2, Auckland');
    expect(await places.resolve({ id: first?.id ?? '', ...session })).toEqual({
      line1: 'Äpfelweg 5, Apt 2',
      city: 'Auckland',
      region: 'AUK',
      postalCode: '',
      country: 'NZ',
    });
  });

  test('short text, other countries, punctuation only: nothing', async () => {
    expect([await suggest('m'), await suggest('mexico', 'MX'), await suggest('!!! ???'), await suggest('')]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test('ids that are not ours give nothing', async () => {
    const resolved = await Promise.all(
      ['', '-1.', '999999.', '1', '1.%00', 'SandboxPlace-001'].map((id) => places.resolve({ id, ...session })),
    );
    expect(resolved).toEqual([null, null, null, null, null, null]);
  });
});

describe('the index', () => {
  test('is sorted as the search needs it', () => {
    expect(index.keys.findIndex((key, at) => at > 0 && key < (index.keys[at - 1] ?? ''))).toBe(-1);
    expect(index.keys).toEqual(index.lines.map((line) => foldText(line.split('\t')[0] ?? '')));
  });

  test('has every city in a region of our lists, in one of the five countries', () => {
    const cities = index.lines.map((_, position) => cityAt(index, position));
    expect(cities.length).toBeGreaterThan(25_000);
    expect(cities.filter((city) => !city || !countryRow(city.country)?.suggestsAddresses || !isRegion(city))).toEqual(
      [],
    );
  });

  test('finds what a plain search through all cities finds', () => {
    for (const prefix of ['par', 'new ', 'lon', 'wellington', 'zz']) {
      const wanted = foldText(prefix);
      const all = index.keys.flatMap((key, at) => (key.startsWith(wanted) ? [at] : []));
      const found = findCities({ index, prefix, country: null, limit: 3000 });
      expect(
        found.toSorted((one, other) => one - other),
        prefix,
      ).toEqual(all);
    }
  });

  test('reads few of the cities for a query', () => {
    let read = 0;
    const keys = new Proxy(index.keys, {
      get: (target, property, receiver) => {
        if (typeof property === 'string' && /^\d+$/.test(property)) read += 1;
        return Reflect.get(target, property, receiver) as unknown;
      },
    });
    const prefixes = index.keys.filter((_, at) => at % 290 === 0).map((key) => key.slice(0, 2 + (key.length % 4)));
    for (const prefix of prefixes)
      findCities({ index: { ...index, keys }, prefix, country: 'NZ', limit: maxSuggestions });
    expect(read / prefixes.length).toBeLessThan(index.keys.length / 20);
  });
});
