/** Countries by ISO 3166-1 alpha-2 code: whom we sell to (specification 1, 9). */
export const servedCountries = ['US', 'CA', 'GB', 'AU', 'NZ', 'MX'] as const;
export type ServedCountry = (typeof servedCountries)[number];

const callingCodes: Record<string, ServedCountry> = { '+44': 'GB', '+61': 'AU', '+64': 'NZ', '+52': 'MX' };

/**
 * The country we sell to that a calling code (with the plus) stands for; undefined for +1, which several share, and for
 * others.
 */
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
