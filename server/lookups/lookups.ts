import type { RegionLookup } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';
import { countries, isCountry, phoneCountryCodes } from './countries.ts';
import { postalCodeRule, postalPlaces } from './postal-codes.ts';
import { professionalOptions } from './professional-options.ts';
import { referrals } from './referrals.ts';
import { regionKind, regionLabel, regions } from './regions.ts';
import { securityQuestions } from './security-questions.ts';
import { timezones } from './timezones.ts';

/** What a form needs once a country is chosen; null for an unknown country code. */
function regionLookup({ country, language }: { country: string; language: Language }): RegionLookup | null {
  if (!isCountry(country)) return null;
  return {
    country,
    regionLabel: regionLabel({ country, language }),
    regionKind: regionKind(country),
    regions: regions({ country, language }),
    timezones: timezones({ country, language }),
    timezonesByRegion: countryRow(country)?.hasZonesByRegion === true,
    postalCode: postalCodeRule({ country, language }),
    postalPlaces: postalPlaces(country),
  };
}

/** All lists that the look-up calls serve. They are part of the release: nothing is read or fetched at run time. */
export const lookups = {
  countries,
  regionLookup,
  timezones,
  isCountry,
  phoneCountryCodes,
  referrals,
  securityQuestions,
  professionalOptions,
};
export type Lookups = typeof lookups;
