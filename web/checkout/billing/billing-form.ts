import { address } from '#contract/your-details.ts';
import * as z from 'zod/mini';
import type { PostalCodeRule } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/countries.ts';
import { postalCodeMatches } from '#contract/postal-codes.ts';
import type { FieldErrorCode } from '#contract/field-errors.ts';
import { listKey } from '#contract/fields.ts';
import { m } from '#messages/messages.js';

/** The look-ups' rules for the country in the form; null while they load. */
export type CountryRules = { country: string; postalCode: PostalCodeRule; regions: readonly { value: string }[] };

const shape = z.object({ address, parent: z.object({ timeZone: listKey }) });
export type BillingInput = {
  address: { line1: string; line2: string; city: string; region: string; postalCode: string; country: string };
  parent: { timeZone: string };
};
export type Billing = z.output<typeof shape>;

/** The billing form's schema (specification 5.5), and a setter for the rules of the current country. */
export function createBillingRules(): {
  schema: z.ZodMiniType<Billing, BillingInput>;
  setRules: (rules: CountryRules | null) => void;
} {
  let currentRules: CountryRules | null = null;
  const schema = shape.check((context) => {
    for (const { path, code: message } of countryIssues(context.value, currentRules)) {
      context.issues.push({ code: 'custom', message, path, input: context.value });
    }
  }) as z.ZodMiniType<Billing, BillingInput>;
  return {
    schema,
    setRules: (rules) => {
      currentRules = rules;
    },
  };
}

/** Rules that only the country's lists can check. While they are missing the server checks alone. */
export function countryIssues(
  { address: typed }: Pick<Billing, 'address'>,
  rules: CountryRules | null,
): { path: string[]; code: FieldErrorCode }[] {
  if (rules === null || rules.country !== typed.country) return [];
  const issues: { path: string[]; code: FieldErrorCode }[] = [];
  const { postalCode, country, region } = typed;
  if (!postalCodeMatches({ country, postalCode, pattern: rules.postalCode.pattern }))
    issues.push({ path: ['address', 'postalCode'], code: 'postal_code' });
  if (rules.regions.length > 0 && !rules.regions.some(({ value }) => value === region))
    issues.push({ path: ['address', 'region'], code: 'region_unknown' });
  return issues;
}

type Zone = { value: string; label: string };

/** Which look-up lists the time zones: the country's, or its region's once one is chosen. */
export function zoneSource({ country, region }: { country: string; region: string }): 'country' | 'region' | 'none' {
  if (!countryRow(country)?.hasZonesByRegion) return country === '' ? 'none' : 'country';
  return region === '' ? 'none' : 'region';
}

/**
 * The time zone for a loaded list: the current one if listed, else the browser's if listed, else the only one, else
 * empty.
 */
export function zoneFromList({
  zones,
  current,
  here,
}: {
  zones: readonly Zone[];
  current: string;
  here: string;
}): string {
  const match = [current, here].find((candidate) => zones.some(({ value }) => value === candidate));
  if (match !== undefined) return match;
  const [only, second] = zones;
  return only && !second ? only.value : '';
}

/** The address parts to set from a suggestion: an empty part leaves the typed value. */
export function placeChanges(place: {
  line1: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}) {
  const { line1, city, region, postalCode, country } = place;
  const parts = { country, region, line1, city, postalCode };
  return (Object.entries(parts) as [keyof typeof parts, string][]).filter(([, value]) => value !== '');
}

/** Labels of the form; a country may override those of region and postal code. */
export const billingLabels = {
  'address.country': () => m.payment_country(),
  'address.line1': () => m.payment_address(),
  'address.line2': () => m.payment_address2(),
  'address.city': () => m.payment_city(),
  'address.region': () => m.payment_region(),
  'address.postalCode': () => m.payment_postal_code(),
  'parent.timeZone': () => m.payment_timezone(),
};
