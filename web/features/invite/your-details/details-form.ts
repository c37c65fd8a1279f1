import type { readInvitedParent } from '#contract/api/invites/invites.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { billValuesOf } from '#web/join-session/bill-values.ts';
import type { StepOneValues } from '#web/join-session/join-session.ts';
import type { DetailsInput } from './details-schema.ts';

/**
 * The invited parent's data from the server, in the session's format. Referral belongs to the credentials step (5.7).
 */
export function valuesOf({
  firstName,
  lastName,
  email,
  phoneCountryCode,
  phoneNumber,
  timeZone,
  address,
  reach,
}: AnswerOf<typeof readInvitedParent>): StepOneValues {
  return {
    firstName,
    lastName,
    email,
    countryCode: phoneCountryCode,
    phoneNumber,
    referral: '',
    referralOther: '',
    knowsCoParentEmail: null,
    parentDuplicateConfirmed: false,
    reach: reach ?? undefined,
    ...billValuesOf({ address, timeZone }),
  };
}

/** Without a phone, the country code is the site's. */
export function formValuesOf(
  { firstName, lastName, email, countryCode, phoneNumber, reach }: StepOneValues,
  siteCountryCode: string,
): DetailsInput {
  return {
    parent: {
      firstName,
      lastName,
      email,
      phoneCountryCode: phoneNumber === '' ? siteCountryCode : countryCode,
      phoneNumber,
    },
    reach,
  };
}
