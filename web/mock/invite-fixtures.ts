import type { FamilyMember, InviteContext } from '#contract/api/invites/invites.ts';
import type { JoinSession, InviteContext as SessionInvite } from '#web/join-session/join-session.ts';
import { stepOneValues } from './family-fixture.ts';

const userId = '01a1fd71-49d4-70ea-9f9e-5c2f22ff2801';

const members: FamilyMember[] = [
  {
    userId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2800',
    firstName: 'Marta',
    lastName: "O'Brien-Þórsson",
    color: '#F2B261',
    displayInitials: 'MO',
  },
  { userId, firstName: 'Joe', lastName: 'Ruiz', color: '#9BD5CE', displayInitials: 'JR' },
  {
    userId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2802',
    firstName: 'Ana',
    lastName: '',
    color: '#C9B8F0',
    displayInitials: 'A',
  },
];

export function contextFixture(change: Partial<InviteContext> = {}): InviteContext {
  return {
    userId,
    authToken: null,
    isSubscriptionCurrent: false,
    billingAddressComplete: false,
    requireCredentials: true,
    userCreatedByPro: false,
    inviterFirstName: 'Marta',
    proFirstName: null,
    proLastName: null,
    familyMembers: members,
    coparentPackageId: 1002,
    coparentPlanOffered: true,
    availableCoupons: [],
    subscriptionStatus: 'none',
    termsAgreed: null,
    ...change,
  };
}

const invite: SessionInvite = {
  inviteToken: 'an-invite-token-for-the-mock-screens-only',
  userId,
  authToken: null,
  isSubscriptionCurrent: false,
  billingAddressComplete: false,
  termsAgreed: null,
  userCreatedByPro: false,
  coParentPackageId: 1002,
  subscriptionStatus: 'none',
  availableCoupons: [],
};

/** The tab of an invited parent after that many steps; 0: only the link was opened. */
export function invitedAfter(lastCompletedStep: 0 | 1 | 2, change: Partial<SessionInvite> = {}): Partial<JoinSession> {
  const details =
    lastCompletedStep === 0
      ? {}
      : { stepOneValues: { ...stepOneValues, firstName: 'Joe', lastName: 'Ruiz', email: 'joe@example.com' } };
  return { lastCompletedStep, invite: { ...invite, ...change }, ...details };
}
