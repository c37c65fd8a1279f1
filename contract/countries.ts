/** Countries by ISO 3166-1 alpha-2 code: whom we sell to, and when a postal code is right (specification 1, 5.5, 9). */
export const servedCountries = ['US', 'CA', 'GB', 'AU', 'NZ', 'MX'] as const;
export type ServedCountry = (typeof servedCountries)[number];

const callingCodes: Record<string, ServedCountry> = { '+44': 'GB', '+61': 'AU', '+64': 'NZ', '+52': 'MX' };

/** The country we sell to that a calling code (with the plus) stands for; undefined for +1, which several share, and for others. */
export function countryOfCallingCode(code: string): ServedCountry | undefined {
  return callingCodes[code];
}

/** Where addresses are completed while they are typed. */
export const placesCountries = ['US', 'GB', 'AU', 'CA', 'NZ'] as const;
export type PlacesCountry = (typeof placesCountries)[number];

/** What professionals may choose from when the look-up cannot be reached. */
export const professionalCountriesFallback = ['GB', 'US'] as const;

/** Countries whose time zones depend on the state or province. */
export const countriesWithZonesByRegion = ['US', 'CA'] as const;

function contains<T extends string>(list: readonly T[], value: string): value is T {
  return list.some((member) => member === value);
}

export function isServedCountry(country: string): country is ServedCountry {
  return contains(servedCountries, country);
}

export function isPlacesCountry(country: string): country is PlacesCountry {
  return contains(placesCountries, country);
}

export function hasZonesByRegion(country: string): boolean {
  return contains(countriesWithZonesByRegion, country);
}

/** Any two to thirty letters and digits of any script, with separators between them. */
const internationalPattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,28}[\p{L}\p{N}]$/u;

const maxPostalCodeLength = 30;
const separators = /[\s\-\u2010-\u2015]+/gu;

type PostalCodeQuestion = {
  country: string;
  postalCode: string;
  /** Source of a regular expression for a whole code, as the region look-up serves it; null where a country has none. */
  pattern: string | null;
};

/**
 * Whether a postal code is right for its country. Case, outer spaces, and spaces or dashes put where the country has none
 * do not matter. Without a pattern, two to thirty letters and digits are right.
 */
export function postalCodeMatches({ country, postalCode, pattern }: PostalCodeQuestion): boolean {
  const typed = postalCode.trim().toUpperCase();
  if (typed.length > maxPostalCodeLength) return false;
  if (pattern === null) return internationalPattern.test(typed);
  const whole = wholePattern(country, pattern);
  return [typed, typed.replace(separators, ' '), typed.replace(separators, '')].some((spelling) => whole.test(spelling));
}

const compiled = new Map<string, { source: string; expression: RegExp }>();

function wholePattern(country: string, source: string): RegExp {
  const known = compiled.get(country);
  if (known?.source === source) return known.expression;
  const expression = new RegExp(`^(?:${source})$`, 'i');
  compiled.set(country, { source, expression });
  return expression;
}
