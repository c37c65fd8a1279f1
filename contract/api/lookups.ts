import * as z from 'zod/mini';
import { countryCode } from '../fields/fields.ts';
import { normaliseText } from '../fields/typed-text.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';
import { storedAddress, storedCountry } from './stored-texts.ts';

/** Lists to choose from (specification 5.5, 7.1, 7.2), in the language of `accept-language`, in the order to show. */
export const choice = z.object({ value: z.string(), label: z.string() });
export type Choice = z.output<typeof choice>;

const own = { tag: 'Lookups', headers: publicHeaders, caller: 'anyone' } as const;
const choices = z.array(choice);
const byCountry = z.object({ country: countryCode });

export const regionKinds = [
  'area',
  'county',
  'department',
  'district',
  'do_si',
  'emirate',
  'island',
  'nation',
  'oblast',
  'parish',
  'prefecture',
  'province',
  'region',
  'state',
] as const;
export type RegionKind = (typeof regionKinds)[number];

export const postalCodeKinds = ['postal', 'postcode', 'zip', 'eircode', 'pin'] as const;
export type PostalCodeKind = (typeof postalCodeKinds)[number];

export const postalCodeRule = z.object({
  /** `ZIP code`, `Postcode`. */
  label: z.string(),
  kind: z.enum(postalCodeKinds),
  /** For `postalCodeMatches`; null where any postal code is accepted. */
  pattern: z.nullable(z.string()),
  /** A valid code; empty where there is no pattern. */
  example: z.string(),
});
export type PostalCodeRule = z.output<typeof postalCodeRule>;

/** The place that a postal code determines. `begins`: source of a regular expression, for a code without separators. */
export const postalPlace = z.object({ begins: z.string(), region: z.string(), city: z.string() });
export type PostalPlace = z.output<typeof postalPlace>;

export const listCountries = route({
  method: 'GET',
  path: '/v2/countries',
  ...own,
  summary: 'List countries (ISO 3166-1), served ones first',
  limits: ['read'],
  answer: z.object({ countries: choices }),
});

export const listRegions = route({
  method: 'GET',
  path: '/v2/countries/:country/regions',
  ...own,
  summary: 'Get regions, time zones and the postal code rule of a country',
  limits: ['read'],
  params: byCountry,
  answer: z.object({
    country: storedCountry,
    /** `State`, `Province`, `County`. */
    regionLabel: z.string(),
    regionKind: z.enum(regionKinds),
    /** Empty if the region is typed, not chosen. */
    regions: choices,
    /** Values are IANA names. In the United States and Canada the region decides: see `listTimezones`. */
    timezones: choices,
    timezonesByRegion: z.boolean(),
    postalCode: postalCodeRule,
    /**
     * The longest match counts; left out where codes determine nothing. A browser may cache a response from before it
     * existed.
     */
    postalPlaces: z.optional(z.array(postalPlace)),
  }),
});
export type RegionLookup = z.output<typeof listRegions.answer>;

export const listTimezones = route({
  method: 'GET',
  path: '/v2/countries/:country/timezones',
  ...own,
  summary: 'List time zones of a country, state or province',
  limits: ['read'],
  params: byCountry,
  query: z.object({ region: z.optional(z.string().check(z.maxLength(64))) }),
  answer: z.object({ timezones: choices }),
});

export const listPhoneCountryCodes = route({
  method: 'GET',
  path: '/v2/phone-country-codes',
  ...own,
  summary: 'List phone country codes with their plus, served countries first',
  limits: ['read'],
  answer: z.object({
    phoneCountryCodes: z.array(z.extend(choice, { countries: z.array(storedCountry) })),
  }),
});

export const listReferrals = route({
  method: 'GET',
  path: '/v2/referrals',
  ...own,
  summary: 'List answers to how a parent heard of us',
  limits: ['read'],
  answer: z.object({ referrals: choices }),
});

export const listSecurityQuestions = route({
  method: 'GET',
  path: '/v2/security-questions',
  ...own,
  summary: 'List security questions',
  limits: ['read'],
  answer: z.object({ securityQuestions: choices }),
});

export const listProfessionalOptions = route({
  method: 'GET',
  path: '/v2/professional/options',
  ...own,
  summary: "List all options of the professionals' form",
  limits: ['read'],
  answer: z.object({
    titles: choices,
    benchOfficers: choices,
    colleagues: choices,
    referrals: choices,
    countries: choices,
    countryCodes: choices,
    /** Roles by ISO country code; a missing country has those of the United States. */
    rolesByCountry: z.record(z.string(), choices),
    securityQuestions: choices,
  }),
});
export type ProfessionalOptions = z.output<typeof listProfessionalOptions.answer>;

/** One per address being typed, created by the browser: `crypto.randomUUID()`. */
const sessionToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,36}$/));

/** The query is a person's address: sent in a body, so that no access log contains it. */
export const suggestPlaces = route({
  method: 'POST',
  path: '/v2/place-suggestions',
  ...own,
  summary: 'Suggest addresses or cities (US, GB, AU, CA, NZ)',
  limits: ['look-up-place'],
  body: z.object({
    query: z.string().check(z.overwrite(normaliseText), z.maxLength(200)),
    /** Without one, all five countries are searched. */
    country: z._default(z.nullable(countryCode), null),
    sessionToken,
  }),
  answer: z.object({
    suggestions: z.array(z.object({ id: z.string(), text: z.string(), secondaryText: z.string() })),
  }),
});
export type PlaceSuggestion = z.output<typeof suggestPlaces.answer>['suggestions'][number];

export const resolvePlace = route({
  method: 'POST',
  path: '/v2/place-resolutions',
  ...own,
  summary: 'Get the address of a suggestion; null if unavailable',
  limits: ['look-up-place'],
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(4000)), sessionToken }),
  answer: z.object({
    /** An empty part is unknown: the form keeps what was typed there. */
    place: z.nullable(z.omit(storedAddress, { line2: true })),
  }),
});
export type ResolvedPlace = NonNullable<z.output<typeof resolvePlace.answer>['place']>;
