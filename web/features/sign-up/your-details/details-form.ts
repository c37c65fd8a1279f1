import { needsExplanation } from '#contract/sign-up/referral-selections.ts';
import { m } from '#messages/messages.js';
import { parentContactLabels } from '#web/fields/contact/contact-labels.ts';
import type { StepOneValues } from '#web/join-session/join-session.ts';
import type { Details } from './details-schema.ts';
import type { Prefill } from './prefill.ts';

export const detailsLabels = {
  ...parentContactLabels,
  knowsCoParentEmail: () => m.your_details_knows_co_parent_email(),
  'referral.selection': () => m.ui_referral(),
  'referral.other': () => m.your_details_referral_other(),
};

/** Saved details, else those of a link, else only the site's country code. */
export function detailsDefaults(saved: StepOneValues | null, prefill: Prefill, siteCountryCode: string) {
  const parent = saved ?? prefill;
  return {
    parent: {
      firstName: parent.firstName ?? '',
      lastName: parent.lastName ?? '',
      email: parent.email ?? '',
      phoneCountryCode: parent.countryCode ?? siteCountryCode,
      phoneNumber: parent.phoneNumber ?? '',
    },
    ...(saved === null || saved.knowsCoParentEmail === null ? {} : { knowsCoParentEmail: saved.knowsCoParentEmail }),
    reach: saved?.reach,
    referral: { ...(saved?.referral ? { selection: saved.referral } : {}), other: saved?.referralOther ?? '' },
  };
}

const noAddress = {
  billingAddress: '',
  billingAddress2: '',
  country: '',
  city: '',
  region: '',
  postalCode: '',
  timezone: '',
};

/** The form's values in the session's format; an existing address is kept. */
export function stepOneValuesOf(
  { parent, knowsCoParentEmail, referral, reach }: Details,
  previous: StepOneValues | null,
): StepOneValues {
  const { firstName, lastName, email, phoneCountryCode, phoneNumber } = parent;
  return {
    ...(previous ?? noAddress),
    firstName,
    lastName,
    email,
    countryCode: phoneCountryCode,
    phoneNumber,
    knowsCoParentEmail,
    reach,
    referral: referral.selection,
    referralOther: needsExplanation(referral.selection) ? referral.other : '',
    parentDuplicateConfirmed: previous?.parentDuplicateConfirmed ?? false,
  };
}
