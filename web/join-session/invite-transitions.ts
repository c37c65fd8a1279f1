import type { InviteContext as Told } from '#contract/api/invites.ts';
import type { Step } from '#contract/sign-up-flow.ts';
import { freshSession, type InviteContext, type StepOneValues } from './join-session.ts';
import { type Transition, withoutDraft } from './transitions.ts';

/** What happens in an invited parent's session (specification 4.7): pure, like the other transitions. */
type Link = { inviteToken: string; userId: string };

/** Before the server has told anything about it. */
export const untold = ({ inviteToken, userId }: Link): InviteContext => ({
  inviteToken,
  userId,
  authToken: null,
  isSubscriptionCurrent: false,
  billingAddressComplete: false,
  termsAgreed: null,
  userCreatedByPro: false,
  coParentPackageId: null,
  subscriptionStatus: 'none',
  availableCoupons: [],
});

/** A link was opened. The same one again goes on where it was; another one begins anew, whatever this tab was about. */
export function inviteLinkOpened(link: Link): Transition {
  return (session) => {
    const same = session.invite?.inviteToken === link.inviteToken && session.invite.userId === link.userId;
    return same ? session : { ...freshSession(session.anonymousId), invite: untold(link) };
  };
}

/** The server told what is left to do, and gave another token where the one of a letter has ended. */
export function inviteTold(told: Told, inviteToken?: string): Transition {
  return (session) => {
    if (session.invite === null) return session;
    const {
      authToken,
      isSubscriptionCurrent,
      billingAddressComplete,
      termsAgreed,
      userCreatedByPro,
      coparentPackageId,
      subscriptionStatus,
      availableCoupons,
    } = told;
    const invite = {
      ...session.invite,
      ...(inviteToken === undefined ? {} : { inviteToken }),
      authToken,
      isSubscriptionCurrent,
      billingAddressComplete,
      termsAgreed,
      userCreatedByPro,
      coParentPackageId: coparentPackageId,
      subscriptionStatus,
      availableCoupons,
    };
    return { ...session, invite };
  };
}

type SavedDetails = { values: StepOneValues; lastCompletedStep: Step };

/** Step 1 of an invited parent is saved. */
export function invitedDetailsSaved({ values, lastCompletedStep }: SavedDetails): Transition {
  return (session) => ({
    ...session,
    ...withoutDraft(session, 'invitedDetails'),
    stepOneValues: values,
    lastCompletedStep: session.lastCompletedStep > lastCompletedStep ? session.lastCompletedStep : lastCompletedStep,
  });
}

type Billing = Pick<
  StepOneValues,
  'billingAddress' | 'billingAddress2' | 'country' | 'city' | 'region' | 'postalCode' | 'timezone'
>;

export function invitedBillingSaved(billing: Billing): Transition {
  return (session) => ({
    ...session,
    stepOneValues: session.stepOneValues && { ...session.stepOneValues, ...billing },
  });
}

/** The credentials are set: no token is left in the tab. */
export const invitedCredentialsSaved: Transition = (session) => ({
  ...session,
  invite: session.invite && { ...session.invite, authToken: null },
  paymentRes: session.paymentRes && { ...session.paymentRes, clickToJoinToken: null },
});

/** The link does not work any more. It stays to ask for a new one with; everything else is removed. */
export const inviteLost: Transition = (session) => ({
  ...freshSession(session.anonymousId),
  invite: session.invite && untold(session.invite),
});
