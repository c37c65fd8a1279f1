import type { ResolvedPlace } from '#contract/api/lookups.ts';
import { type Country, countryRow } from '#contract/fields/countries.ts';
import type { AddressComponent } from './google-answers.ts';

/** Code of a region by the code or name that a service returns; null if our list lacks it. */
export type RegionCodeOf = (input: { country: string; name: string }) => string | null;

/**
 * Components that may contain the town's name, the best first: `postal_town` in Great Britain, boroughs in New York.
 */
const cityTypes = [
  'postal_town',
  'locality',
  'sublocality_level_1',
  'sublocality',
  'administrative_area_level_3',
  'administrative_area_level_2',
];

type UnitFormat = (input: { unit: string; street: string }) => string;

const unitFormats: Record<Country['unitFormat'], UnitFormat> = {
  'UNIT/STREET': ({ unit, street }) => `${unit}/${street}`,
  'UNIT, STREET': ({ unit, street }) => `${unit}, ${street}`,
  'STREET #UNIT': ({ unit, street }) => `${street} #${unit}`,
};

type Reader = (type: string) => AddressComponent | undefined;

/** In British villages a house has a name instead of a number; some numbers are returned in the place of a name. */
function streetOf(read: Reader): string {
  const [number, route, premise] = ['street_number', 'route', 'premise'].map((type) => read(type)?.longText ?? '');
  if (number || !premise) return [number, route].filter(Boolean).join(' ');
  return [premise, route].filter(Boolean).join(/^\d+\p{L}?$/u.test(premise) ? ' ' : ', ');
}

function streetLine(read: Reader, country: string): string {
  const street = streetOf(read);
  const unit = read('subpremise')?.longText ?? '';
  if (unit === '' || street === '') return street;
  return unitFormats[countryRow(country)?.unitFormat ?? 'STREET #UNIT']({ unit: unit.replace(/^#/, ''), street });
}

function regionOf(read: Reader, country: string, regionCodeOf: RegionCodeOf): string {
  const area = read('administrative_area_level_1');
  if (!area) return '';
  return regionCodeOf({ country, name: area.shortText }) ?? regionCodeOf({ country, name: area.longText }) ?? '';
}

type Components = { components: readonly AddressComponent[]; regionCodeOf: RegionCodeOf };

/** Address of a place by its components; null without a country. Missing parts are empty. */
export function addressOfComponents({ components, regionCodeOf }: Components): ResolvedPlace | null {
  const read: Reader = (type) => components.find(({ types }) => types.includes(type));
  const country = read('country')?.shortText.toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(country)) return null;
  const city = cityTypes.map(read).find((component) => component !== undefined);
  return {
    line1: streetLine(read, country),
    city: city?.longText ?? '',
    region: regionOf(read, country, regionCodeOf),
    postalCode: read('postal_code')?.longText ?? '',
    country,
  };
}
