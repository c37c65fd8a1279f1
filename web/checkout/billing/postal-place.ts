import type { PostalPlace, RegionLookup } from '#contract/api/lookups.ts';
import { postalCodeMatches } from '#contract/fields/postal-codes.ts';

export type FilledPlace = { region: string; city: string };
type Rules = Pick<RegionLookup, 'country' | 'postalCode' | 'postalPlaces'>;

/**
 * The place of a complete postal code; a part it does not determine is empty. Null while it is incomplete, or where
 * codes determine nothing.
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
  const longestMatches =
    longest === 0 ? [] : lengths.filter(({ length }) => length === longest).map(({ place }) => place);
  const [first] = longestMatches;
  if (!first || longestMatches.some(({ region }) => region !== first.region)) return { region: '', city: '' };
  return { region: first.region, city: longestMatches.find(({ city }) => city !== '')?.city ?? '' };
}

/**
 * The new value of an address part after a postal code: set if it is empty or was filled automatically, and cleared
 * again if the new code does not determine it. Manual input stays.
 */
export function updatedPart({ current, filled, next }: { current: string; filled: string; next: string }): string {
  return current === '' || current === filled ? next : current;
}
