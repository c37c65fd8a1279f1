import type * as z from 'zod/mini';
import type { linkedSignUp, resumed } from '#contract/api/sign-up/resumptions.ts';
import type { ReferralSelection } from '#contract/sign-up/referral-selections.ts';
import { billValuesOf } from './bill-values.ts';
import { freshSession } from './join-session.ts';
import type { Transition } from './transitions.ts';

type Resumed = z.output<typeof resumed>;

/** The session of a sign-up started on another device, with everything its steps have saved. */
export function signUpResumed(answer: Resumed, at: string): Transition {
  return ({ anonymousId }) => ({
    ...freshSession(anonymousId),
    signupId: answer.signupId,
    registrationKey: answer.registrationKey,
    expiresAt: answer.expiresAt,
    registrationStartTime: at,
    pendingSignup: { id: answer.signupId, createdAt: at },
    lastCompletedStep: answer.lastCompletedStep as 1 | 2,
    knowsCoParentEmail: answer.knowsCoParentEmail,
    stepOneValues: stepOneOf(answer),
    stepTwoValues: stepTwoOf(answer),
    parentBEmail: answer.family?.coParent.email ?? '',
    inviteTiming: answer.inviteTiming,
    discount: answer.discount,
  });
}

/** A fresh session with only what a mailed link shows: the address it was sent to, and the chosen plan. */
export function linkFollowed(
  { email, order, discount }: z.output<typeof linkedSignUp>,
  siteCountryCode: string,
): Transition {
  return ({ anonymousId }) => ({
    ...freshSession(anonymousId),
    drafts: {
      details: { parent: { firstName: '', lastName: '', email, phoneCountryCode: siteCountryCode, phoneNumber: '' } },
    },
    preselectedPackageId: order?.packageId ?? null,
    discount,
  });
}

function stepOneOf({ parent, referral, address, ...answer }: Resumed) {
  return {
    firstName: parent.firstName,
    lastName: parent.lastName,
    email: parent.email,
    countryCode: parent.phoneCountryCode,
    phoneNumber: parent.phoneNumber,
    referral: referral.selection as ReferralSelection,
    referralOther: referral.other,
    knowsCoParentEmail: answer.knowsCoParentEmail,
    parentDuplicateConfirmed: answer.parentDuplicateConfirmed,
    reach: answer.reach ?? undefined,
    ...billValuesOf({ address, timeZone: parent.timeZone }),
  };
}

function stepTwoOf({ family, coParentDuplicateConfirmed }: Resumed) {
  if (family === null) return null;
  const { firstName, lastName, email, phoneCountryCode, phoneNumber } = family.coParent;
  return {
    firstName,
    lastName,
    email,
    countryCode: phoneCountryCode,
    phoneNumber,
    coParentDuplicateConfirmed,
    children: family.children,
    knowsCoParentEmail: family.knowsCoParentEmail,
  };
}
