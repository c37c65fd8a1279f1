import type { BillingInput } from '../../checkout/billing/billing-form.ts';
import { countryOfPhone } from '../../checkout/billing/country-of-phone.ts';
import type { SelectedPackage, StepOneValues } from '../../session/join-session.ts';

/**
 * The billing address as the session keeps it; before the first time it begins in the country of the plan or the phone.
 */
export function billingOf(person: StepOneValues, plan: Pick<SelectedPackage, 'country'> | null): BillingInput {
  const { billingAddress, billingAddress2, city, region, postalCode, timezone } = person;
  const country = person.country || plan?.country || countryOfPhone(person.countryCode);
  return {
    address: { line1: billingAddress, line2: billingAddress2, city, region, postalCode, country },
    parent: { timeZone: timezone },
  };
}
