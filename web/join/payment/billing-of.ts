import type { BillingInput } from '../../checkout/billing/billing-form.ts';
import { bootData } from '../../boot.ts';
import type { StepOneValues } from '../../session/join-session.ts';

/** The billing address as the session keeps it; before the first time, only the site's country is known. */
export function billingOf({ billingAddress, billingAddress2, city, region, postalCode, country, timezone }: StepOneValues): BillingInput {
  return {
    address: { line1: billingAddress, line2: billingAddress2, city, region, postalCode, country: country || bootData().siteCountry },
    parent: { timeZone: timezone },
  };
}
