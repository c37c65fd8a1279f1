import type { Reach } from '#contract/account/reach.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import type { Step } from '#contract/sign-up/sign-up-flow.ts';
import type { Address, FamilyDraft, Row } from '../db/schema.ts';

/** A sign-up until its credentials are set. */
export const registrationColumns = [
  'id',
  'state',
  'version',
  'language',
  'parent',
  'emailProvenAt',
  'knowsCoParentEmail',
  'referral',
  'address',
  'family',
  'inviteTiming',
  'reach',
  'savedOrder',
  'parentDuplicateConfirmed',
  'coParentDuplicateConfirmed',
  'referrerKey',
  'discountPercentage',
  'anonymousId',
  'siteCountry',
  'familyId',
  'userId',
  'expiresAt',
  'linkOpenedAt',
  'createdAt',
] as const;
export type Registration = Omit<
  Row<'registrations', typeof registrationColumns>,
  'address' | 'family' | 'inviteTiming' | 'reach' | 'savedOrder'
> & {
  address: Address | null;
  family: FamilyDraft | null;
  inviteTiming: InviteTiming | null;
  reach: Reach | null;
  savedOrder: OrderDetail | null;
};
export type RegistrationState = Registration['state'];

const transitions: Record<RegistrationState, readonly RegistrationState[]> = {
  DETAILS: ['DETAILS', 'FAMILY', 'EXPIRED'],
  FAMILY: ['FAMILY', 'PAYING', 'EXPIRED'],
  PAYING: ['FAMILY', 'PAID'],
  PAID: ['COMPLETED'],
  COMPLETED: [],
  EXPIRED: [],
};

/** States in which the input may still be changed; only they time out. */
export const openStates: readonly RegistrationState[] = ['DETAILS', 'FAMILY'];

export function mayBecome(from: RegistrationState, to: RegistrationState): boolean {
  return transitions[from].includes(to);
}

export function isOpen({ state }: Pick<Registration, 'state'>): boolean {
  return openStates.includes(state);
}

export function isPaid({ state }: Pick<Registration, 'state'>): boolean {
  return state === 'PAID' || state === 'COMPLETED';
}

export function isExpired({ state, expiresAt }: Pick<Registration, 'state' | 'expiresAt'>, at: Date): boolean {
  return state === 'EXPIRED' || (openStates.includes(state) && expiresAt <= at);
}

const steps: Record<RegistrationState, Step> = { DETAILS: 1, FAMILY: 2, PAYING: 3, PAID: 3, COMPLETED: 3, EXPIRED: 0 };

/** What the server knows to be done; it learns of a chosen package only at the payment. */
export function lastCompletedStep({ state }: Pick<Registration, 'state'>): Step {
  return steps[state];
}
