import type { InviteContext as InviteFromServer } from '#contract/api/invites/invites.ts';
import type { Step } from '#contract/sign-up/sign-up-flow.ts';
import type { BillValues } from './bill-values.ts';
import { freshSession, type InviteContext, type StepOneValues } from './join-session.ts';
import { type Transition, withoutDraft } from './transitions.ts';

/** Transitions of an invited parent's session (specification 4.7), pure like the others. */
type Link = { inviteToken: string; userId: string };

/** The invite before it is loaded from the server. */
export const emptyInvite = ({ inviteToken, userId }: Link): InviteContext => ({
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

/** An invite link was opened. The same one resumes; another one starts a fresh session. */
export function inviteLinkOpened(link: Link): Transition {
  return (session) => {
    const same = session.invite?.inviteToken === link.inviteToken && session.invite.userId === link.userId;
    return same ? session : { ...freshSession(session.anonymousId), invite: emptyInvite(link) };
  };
}

/** The invite was loaded; the server replaces the expired token of a letter by a new one. */
export function inviteLoaded(loaded: InviteFromServer, inviteToken?: string): Transition {
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
    } = loaded;
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

export function invitedBillingSaved(billing: BillValues): Transition {
  return (session) => ({
    ...session,
    ...withoutDraft(session, 'billing'),
    stepOneValues: session.stepOneValues && { ...session.stepOneValues, ...billing },
  });
}

/** The credentials are set: no token stays in the tab. */
export const invitedCredentialsSaved: Transition = (session) => ({
  ...session,
  invite: session.invite && { ...session.invite, authToken: null },
  paymentRes: session.paymentRes && { ...session.paymentRes, clickToJoinToken: null },
});

/** The link is no longer valid. It is kept for requesting a new one; everything else is removed. */
export const inviteLost: Transition = (session) => ({
  ...freshSession(session.anonymousId),
  invite: session.invite && emptyInvite(session.invite),
});
