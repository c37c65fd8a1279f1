import * as z from 'zod/mini';
import type { PostalCodeRule } from '#contract/api/lookups.ts';
import type { FieldErrorCode } from '#contract/fields/field-errors.ts';
import { listKey } from '#contract/fields/fields.ts';
import { isOutside, postalCodeMatches } from '#contract/fields/postal-codes.ts';
import { address } from '#contract/sign-up/your-details.ts';

/** The look-ups' rules for the country in the form; null while they load. */
export type CountryRules = { country: string; postalCode: PostalCodeRule; regions: readonly { value: string }[] };

export type BillingInput = {
  address: { line1: string; line2: string; city: string; region: string; postalCode: string; country: string };
  parent: { timeZone: string };
};

const shape = z.object({ address, parent: z.object({ timeZone: listKey }) });
export type Billing = z.output<typeof shape>;

/** The billing form (specification 5.5), by the rules of the country that is chosen when it is validated. */
export function billingSchema(countryRules: () => CountryRules | null): z.ZodMiniType<Billing, BillingInput> {
  return shape.check((context) => {
    for (const { path, code: message } of countryIssues(context.value, countryRules())) {
      context.issues.push({ code: 'custom', message, path, input: context.value });
    }
  }) as z.ZodMiniType<Billing, BillingInput>;
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
  else if (isOutside({ country, postalCode }))
    issues.push({ path: ['address', 'postalCode'], code: 'postal_code_outside' });
  if (rules.regions.length > 0 && !rules.regions.some(({ value }) => value === region))
    issues.push({ path: ['address', 'region'], code: 'region_unknown' });
  return issues;
}
