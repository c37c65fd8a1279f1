import type { Language } from '#contract/languages.ts';
import type { PostalCodeKind, PostalCodeRule } from '#contract/api/lookups.ts';
import { postalCodeMatches } from '#contract/postal-codes.ts';
import { m } from '#messages/messages.js';
import data from './data/postal-codes.json' with { type: 'json' };

type Row = { kind: string; pattern: string; example: string };

const byCountry: ReadonlyMap<string, Row> = new Map(Object.entries(data));

const kindTexts = {
  postal: m.lookups_postal_postal,
  postcode: m.lookups_postal_postcode,
  zip: m.lookups_postal_zip,
  eircode: m.lookups_postal_eircode,
  pin: m.lookups_postal_pin,
} as const satisfies Record<PostalCodeKind, unknown>;

/** Where English says "postcode". */
const postcodeCountries: ReadonlySet<string> = new Set(['GB', 'AU', 'NZ', 'GG', 'JE', 'IM']);

function isKind(kind: string): kind is PostalCodeKind {
  return Object.hasOwn(kindTexts, kind);
}

function kindOf(country: string): PostalCodeKind {
  const kind = byCountry.get(country)?.kind ?? '';
  if (postcodeCountries.has(country)) return 'postcode';
  return isKind(kind) ? kind : 'postal';
}

/**
 * Source of the regular expression for a whole postal code; null where every code of two to thirty characters is right.
 */
export function postalPattern(country: string): string | null {
  return byCountry.get(country)?.pattern ?? null;
}

export function postalCodeRule({ country, language }: { country: string; language: Language }): PostalCodeRule {
  const kind = kindOf(country);
  const label = kindTexts[kind]({}, { locale: language });
  return { label, kind, pattern: postalPattern(country), example: byCountry.get(country)?.example ?? '' };
}

/** The rule of specification 5.5 with the country's pattern filled in. */
export function isPostalCode({ country, postalCode }: { country: string; postalCode: string }): boolean {
  return postalCodeMatches({ country, postalCode, pattern: postalPattern(country) });
}
