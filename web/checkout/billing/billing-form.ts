import { address } from '#contract/your-details.ts';
import * as z from 'zod/mini';
import type { PostalCodeRule } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/countries.ts';
import { postalCodeMatches } from '#contract/postal-codes.ts';
import type { FieldErrorCode } from '#contract/field-errors.ts';
import { listKey } from '#contract/fields.ts';
import { m } from '#messages/messages.js';

/** What the look-ups say about the country in the form; null while they are on their way. */
export type CountryRules = { country: string; postalCode: PostalCodeRule; regions: readonly { value: string }[] };

const shape = z.object({ address, parent: z.object({ timeZone: listKey }) });
export type BillingInput = {
  address: { line1: string; line2: string; city: string; region: string; postalCode: string; country: string };
  parent: { timeZone: string };
};
export type Billing = z.output<typeof shape>;

/**
 * The billing form's schema (specification 5.5), and the way to tell it the rules of the country that is chosen now.
 */
export function createBillingRules(): {
  schema: z.ZodMiniType<Billing, BillingInput>;
  know: (rules: CountryRules | null) => void;
} {
  let known: CountryRules | null = null;
  const schema = shape.check((context) => {
    for (const { path, code: message } of countryIssues(context.value, known)) {
      context.issues.push({ code: 'custom', message, path, input: context.value });
    }
  }) as z.ZodMiniType<Billing, BillingInput>;
  return {
    schema,
    know: (rules) => {
      known = rules;
    },
  };
}

/** What only the country's lists know. Without them the server decides. */
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

/** Where a form's time zones come from: the country's look-up, or that of its state or province, once one is chosen. */
export function zonesWanted({ country, region }: { country: string; region: string }): 'country' | 'region' | 'none' {
  if (!countryRow(country)?.hasZonesByRegion) return country === '' ? 'none' : 'country';
  return region === '' ? 'none' : 'region';
}

/**
 * The time zone once the list is known: kept while it is on it, else the browser's where it is, the only one without
 * being asked, or empty.
 */
export function zoneAfter({ zones, current, here }: { zones: readonly Zone[]; current: string; here: string }): string {
  const found = [current, here].find((wanted) => zones.some(({ value }) => value === wanted));
  if (found !== undefined) return found;
  const [only, second] = zones;
  return only && !second ? only.value : '';
}

/** What an address taken from a suggestion changes: an empty part keeps what was typed. */
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

/** Labels of the form; a country has its own for region and postal code. */
export const billingLabels = {
  'address.country': () => m.payment_country(),
  'address.line1': () => m.payment_address(),
  'address.line2': () => m.payment_address2(),
  'address.city': () => m.payment_city(),
  'address.region': () => m.payment_region(),
  'address.postalCode': () => m.payment_postal_code(),
  'parent.timeZone': () => m.payment_timezone(),
};
