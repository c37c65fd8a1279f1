import { countryRow } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { type LateSchema, lateSchema } from '#web/ui/form/late-validation.ts';
import type { Billing, BillingInput, CountryRules } from './billing-schema.ts';

/** The billing form's schema, and a setter for the rules of the current country. */
export function createBillingRules(): {
  schema: LateSchema<BillingInput, Billing>;
  setRules: (rules: CountryRules | null) => void;
} {
  let currentRules: CountryRules | null = null;
  return {
    schema: lateSchema(
      () => import('./billing-schema.ts'),
      ({ billingSchema }) => billingSchema(() => currentRules),
    ),
    setRules: (rules) => {
      currentRules = rules;
    },
  };
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

/** The address parts to set from a suggestion: an empty one leaves the typed value, but not the line searched in. */
export function placeChanges(place: {
  line1: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}) {
  const { line1, city, region, postalCode, country } = place;
  const parts = { country, region, line1, city, postalCode };
  return (Object.entries(parts) as [keyof typeof parts, string][]).filter(
    ([part, value]) => value !== '' || part === 'line1',
  );
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
