import { type PostalCodeKind, type PostalCodeRule, type PostalPlace, postalCodeKinds } from '#contract/api/lookups.ts';
import type { Language } from '#contract/fields/languages.ts';
import { postalCodeMatches } from '#contract/fields/postal-codes.ts';
import data from './data/postal-codes.json' with { type: 'json' };
import places from './data/postal-places.json' with { type: 'json' };
import { codeText } from './message-texts.ts';

type Row = { kind: string; pattern: string; example: string };

const byCountry: ReadonlyMap<string, Row> = new Map(Object.entries(data));

/** Countries whose English word is "postcode". */
const postcodeCountries: ReadonlySet<string> = new Set(['GB', 'AU', 'NZ', 'GG', 'JE', 'IM']);

function isKind(kind: string): kind is PostalCodeKind {
  return (postalCodeKinds as readonly string[]).includes(kind);
}

function kindOf(country: string): PostalCodeKind {
  const kind = byCountry.get(country)?.kind ?? '';
  if (postcodeCountries.has(country)) return 'postcode';
  return isKind(kind) ? kind : 'postal';
}

/** Source of the regular expression for a whole postal code; null if any code of two to thirty characters is valid. */
export function postalPattern(country: string): string | null {
  return byCountry.get(country)?.pattern ?? null;
}

export function postalCodeRule({ country, language }: { country: string; language: Language }): PostalCodeRule {
  const kind = kindOf(country);
  const label = codeText('lookups_postal', kind, language);
  return { label, kind, pattern: postalPattern(country), example: byCountry.get(country)?.example ?? '' };
}

const placesByCountry: ReadonlyMap<string, PostalPlace[]> = new Map(Object.entries(places));

/** A country's regions and cities by the first characters of the postal code; undefined if these determine nothing. */
export function postalPlaces(country: string): PostalPlace[] | undefined {
  return placesByCountry.get(country);
}

/** Applies the rule of specification 5.5 with the country's pattern. */
export function isPostalCode({ country, postalCode }: { country: string; postalCode: string }): boolean {
  return postalCodeMatches({ country, postalCode, pattern: postalPattern(country) });
}
