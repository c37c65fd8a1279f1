import phoneMetadata from 'libphonenumber-js/min/metadata';
import { servedCountries } from '#contract/fields/countries.ts';
import { postalCodeOf, postalPlacesOf, readMetadata, regionsOf } from './lookups/address-metadata.ts';
import { buildCities } from './lookups/cities.ts';
import { writeRows } from './lookups/lookup-files.ts';
import { zoneNamesOf, zonesByCountry } from './lookups/timezones.ts';

/** Writes server/lookups/data and the offline city index from the sources named in server/lookups/data/NOTICE.md. */
const data = 'server/lookups/data';
const names = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  es: new Intl.DisplayNames('es-419', { type: 'region' }),
};

/** Common names, where the standard's are longer. */
const everydayNames: Record<string, { en: string; es: string }> = {
  HK: { en: 'Hong Kong', es: 'Hong Kong' },
  MO: { en: 'Macao', es: 'Macao' },
  PS: { en: 'Palestine', es: 'Palestina' },
};

const metadata = readMetadata();
const known = new Set(metadata.map(({ key }) => key));

writeRows(
  `${data}/countries.json`,
  metadata.map(({ key }) => ({ code: key, ...(everydayNames[key] ?? { en: names.en.of(key), es: names.es.of(key) }) })),
);
writeRows(`${data}/regions.json`, Object.fromEntries(metadata.map((country) => [country.key, regionsOf(country)])));
writeRows(
  `${data}/postal-codes.json`,
  Object.fromEntries(
    metadata.map((country) => [country.key, postalCodeOf(country)] as const).filter(([, value]) => value !== null),
  ),
);
writeRows(
  `${data}/postal-places.json`,
  Object.fromEntries(
    metadata
      .filter(({ key }) => (servedCountries as readonly string[]).includes(key))
      .map((country) => [country.key, postalPlacesOf(country)] as const)
      .filter(([, places]) => places.length > 0),
  ),
);

const zones = zonesByCountry();
writeRows(
  `${data}/country-timezones.json`,
  Object.fromEntries(Object.entries(zones).filter(([country]) => known.has(country))),
);
writeRows(`${data}/timezone-names.json`, zoneNamesOf(zones));

// The metadata names the main country of a code first.
const callingCodes = Object.entries(phoneMetadata.country_calling_codes).map(([code, sharing]) => ({
  code: `+${code}`,
  countries: sharing.filter((country) => known.has(country)),
}));
writeRows(
  `${data}/phone-country-codes.json`,
  callingCodes.filter(({ countries }) => countries.length > 0),
);

buildCities();
