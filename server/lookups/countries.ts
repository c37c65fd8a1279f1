import type { Choice } from '#contract/api/lookups.ts';
import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import rows from './data/countries.json' with { type: 'json' };
import phoneRows from './data/phone-country-codes.json' with { type: 'json' };
import { nameIn, servedFirst, sortByLabel } from './local-names.ts';

const byCode = new Map(rows.map((row) => [row.code, row]));

export function isCountry(country: string): boolean {
  return byCode.has(country);
}

/** Name of a country by its ISO code; the code itself if it is unknown. */
export function countryName({ country, language }: { country: string; language: Language }): string {
  const row = byCode.get(country);
  return row ? nameIn(row, language) : country;
}

/** All countries: those we sell to first, then the others by name. */
export function countries(language: Language): Choice[] {
  const choices = rows.map((row) => ({ value: row.code, label: nameIn(row, language) }));
  return servedFirst(sortByLabel(choices, language), ({ value }) => value);
}

export type PhoneCountryCode = Choice & { countries: string[] };

const northAmerica = '+1';
/** A code that more countries share is named after the first, its main country. */
const namedTogether = 2;

function phoneCodeName({ code, countries: sharing }: (typeof phoneRows)[number], language: Language): string {
  if (code === northAmerica) return m.lookups_phone_north_america({}, { locale: language });
  const namedCountries = sharing.length <= namedTogether ? sharing : sharing.slice(0, 1);
  return namedCountries.map((country) => countryName({ country, language })).join(' / ');
}

/**
 * Phone country codes, one entry per code, because only the code is stored: `US/Canada (+1)`. Countries we sell to come
 * first.
 */
export function phoneCountryCodes(language: Language): PhoneCountryCode[] {
  const entries = phoneRows.map((row) => ({
    value: row.code,
    label: `${phoneCodeName(row, language)} (${row.code})`,
    countries: servedFirst(row.countries, (country) => country),
  }));
  return servedFirst(sortByLabel(entries, language), (entry) => entry.countries[0] ?? '');
}

export function isPhoneCountryCode(code: string): boolean {
  return phoneRows.some((row) => row.code === code);
}
