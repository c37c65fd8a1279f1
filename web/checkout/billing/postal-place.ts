import type { PostalPlace, RegionLookup } from '#contract/api/lookups.ts';
import { postalCodeMatches } from '#contract/postal-codes.ts';

export type FilledPlace = { region: string; city: string };
type Rules = Pick<RegionLookup, 'country' | 'postalCode' | 'postalPlaces'>;

/**
 * Where a whole postal code belongs; a part that it leaves open is empty. Null before it is whole, or where codes say
 * nothing.
 */
export function placeOfPostalCode(
  typed: string,
  { country, postalCode, postalPlaces = [] }: Rules,
): FilledPlace | null {
  if (postalPlaces.length === 0 || !postalCodeMatches({ country, postalCode: typed, pattern: postalCode.pattern }))
    return null;
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const lengthOf = ({ begins }: PostalPlace) => new RegExp(`^(?:${begins})`).exec(code)?.[0].length ?? 0;
  const lengths = postalPlaces.map((place) => ({ place, length: lengthOf(place) }));
  const longest = Math.max(...lengths.map(({ length }) => length));
  const found = longest === 0 ? [] : lengths.filter(({ length }) => length === longest).map(({ place }) => place);
  const [first] = found;
  if (!first || found.some(({ region }) => region !== first.region)) return { region: '', city: '' };
  return { region: first.region, city: found.find(({ city }) => city !== '')?.city ?? '' };
}

/**
 * A part of the address after a postal code: filled where it is empty or was filled by an earlier one, and taken back
 * where this one does not know it. What somebody typed or chose stays.
 */
export function partAfter({ current, filled, next }: { current: string; filled: string; next: string }): string {
  return current === '' || current === filled ? next : current;
}
