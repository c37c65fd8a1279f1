import { type JoinSession, type StepOneValues, withDraft } from '#web/join-session/join-session.ts';
import type { BillingInput } from './billing-schema.ts';
import { countryOfPhone } from './country-of-phone.ts';

type Session = Pick<JoinSession, 'drafts' | 'selectedPackage'>;

/** The billing address as it is typed or saved; initially its country is that of the plan or the phone. */
export function billingOf(person: StepOneValues, session: Session): BillingInput {
  const { billingAddress, billingAddress2, city, region, postalCode, timezone } = person;
  const country = person.country || session.selectedPackage?.country || countryOfPhone(person.countryCode);
  return withDraft(session, 'billing', {
    address: { line1: billingAddress, line2: billingAddress2, city, region, postalCode, country },
    parent: { timeZone: timezone },
  });
}
