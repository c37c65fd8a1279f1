import type { Choice, ProfessionalOptions } from '#contract/api/lookups.ts';
import {
  countries,
  countriesWhere,
  countryOfCallingCode,
  isServedCountry,
  servedCountries,
} from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import { countryName } from './countries.ts';
import { textChoices } from './message-texts.ts';
import { rolesByCountry } from './professional-roles.ts';
import { securityQuestions } from './security-questions.ts';

/** Phone country codes a professional may have (specification 9). */
const countryCodes = new Set(
  countriesWhere(({ professionals }) => professionals.mayPhone).map((country) => countries[country].callingCode),
);

function countryCodeChoice(value: string, language: Language): Choice {
  const country = countryOfCallingCode(value);
  const name = country ? countryName({ country, language }) : m.lookups_phone_north_america({}, { locale: language });
  return { value, label: `${name} (${value})` };
}

/** A country's roles; those of the United States if it has no list of its own. */
export function professionalRoles({ country, language }: { country: string; language: Language }): Choice[] {
  return textChoices('lookups_role', language, rolesByCountry[isServedCountry(country) ? country : 'US']);
}

/** All choices of a professional (specification 2.11, 3.10, 9). */
export function professionalOptions(language: Language): ProfessionalOptions {
  return {
    titles: textChoices('lookups_title', language),
    benchOfficers: textChoices('lookups_bench_officer', language),
    colleagues: textChoices('lookups_colleague', language),
    referrals: textChoices('lookups_source', language),
    countries: servedCountries.map((country) => ({ value: country, label: countryName({ country, language }) })),
    countryCodes: Array.from(countryCodes, (code) => countryCodeChoice(code, language)),
    rolesByCountry: Object.fromEntries(
      servedCountries.map((country) => [country, professionalRoles({ country, language })]),
    ),
    securityQuestions: securityQuestions(language),
  };
}
