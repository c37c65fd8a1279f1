import type { BillingInput } from './billing-schema.ts';
import type { SelectedPackage, StepOneValues } from '#web/join-session/join-session.ts';
import { countryOfPhone } from './country-of-phone.ts';

/** The session's billing address; initially its country is that of the plan or the phone. */
export function billingOf(person: StepOneValues, plan: Pick<SelectedPackage, 'country'> | null): BillingInput {
  const { billingAddress, billingAddress2, city, region, postalCode, timezone } = person;
  const country = person.country || plan?.country || countryOfPhone(person.countryCode);
  return {
    address: { line1: billingAddress, line2: billingAddress2, city, region, postalCode, country },
    parent: { timeZone: timezone },
  };
}
