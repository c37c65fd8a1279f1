import * as z from 'zod/mini';
import { reach } from '../../account/reach.ts';
import { id } from '../../fields/fields.ts';
import { address, parent } from '../../sign-up/your-details.ts';
import { inviteHeaders, payingInviteHeaders } from '../headers.ts';
import { coupon } from '../packages.ts';
import { firstPaymentErrors, paymentAnswer, paymentBody, readPayment, submissionQuery } from '../payments.ts';
import { calculatePrice } from '../prices.ts';
import { route } from '../route.ts';
import { storedAddress, storedReach } from '../stored-texts.ts';

/**
 * The calls of an invited parent (specification 3.8, 4.7, 7.2). Each carries the invite's token and the id of the
 * person it was made for. An invalid token: 401 with status 112; another person's id: 403.
 */
const own = { tag: 'Invites', headers: inviteHeaders, caller: 'invite' } as const;
const invited = { userId: id };

export const familyMember = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** `#RRGGBB`; dark text is readable on it. */
  color: z.string(),
  displayInitials: z.string(),
});
export type FamilyMember = z.output<typeof familyMember>;

export const subscriptionStatuses = ['none', 'current', 'lapsed'] as const;

/** What an invite shows of a family: names, without contact data. */
export const inviteContext = z.object({
  userId: id,
  /** Bearer token for the credentials step; null until it is the next step. */
  authToken: z.nullable(z.string()),
  isSubscriptionCurrent: z.boolean(),
  billingAddressComplete: z.boolean(),
  requireCredentials: z.boolean(),
  userCreatedByPro: z.boolean(),
  /** Of the parent who invited; null if they have left, or a professional invited. */
  inviterFirstName: z.nullable(z.string()),
  /** Null if no professional invited, or they have left. */
  proFirstName: z.nullable(z.string()),
  proLastName: z.nullable(z.string()),
  /** Parents first, the invited one among them; then the children, whose `userId` is the child's id. */
  familyMembers: z.array(familyMember),
  coparentPackageId: z.nullable(z.int()),
  /** Whether that package may be bought here unchanged: it is on the invite's price list, and not build-your-own. */
  coparentPlanOffered: z.boolean(),
  availableCoupons: z.array(coupon),
  subscriptionStatus: z.enum(subscriptionStatuses),
  /** Outside the United States the terms must be accepted before the credentials; null if the address is unknown. */
  termsAgreed: z.nullable(z.boolean()),
});
export type InviteContext = z.output<typeof inviteContext>;

/** Reading consumes nothing: link scanners read too. */
export const readInvite = route({
  method: 'GET',
  path: '/v2/invites/current',
  ...own,
  summary: 'Get who is invited, by whom, and the remaining steps',
  limits: ['read'],
  errors: ['FORBIDDEN'],
  query: z.object(invited),
  answer: inviteContext,
});

export const openInvite = route({
  method: 'POST',
  path: '/v2/invites/openings',
  ...own,
  summary: 'Record that a person opened the invite: SENT becomes OPENED',
  limits: ['use-invite'],
  metrics: { flow: 'invite', step: 'opened' },
  body: z.object(invited),
  answer: z.object({ state: z.literal('OPENED') }),
});

export const readInvitedParent = route({
  method: 'GET',
  path: '/v2/invites/parents/:userId',
  ...own,
  summary: "Get the invited parent's data",
  limits: ['read'],
  errors: ['FORBIDDEN'],
  params: z.object(invited),
  answer: z.object({
    userId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneCountryCode: z.string(),
    phoneNumber: z.string(),
    timeZone: z.nullable(z.string()),
    /** Null until a billing address is complete. */
    address: z.nullable(storedAddress),
    /** Null until they set contact preferences. */
    reach: z.nullable(storedReach),
  }),
});

export const updateInvitedParent = route({
  method: 'PUT',
  path: '/v2/invites/parents/:userId',
  ...own,
  summary: 'Save step 1, or the billing address and time zone',
  limits: ['ask-who-is-known'],
  errors: ['PAYMENT_IN_PROGRESS'],
  metrics: { flow: 'invite', step: 'details' },
  params: z.object(invited),
  body: z.object({
    parent: z.extend(parent, { userId: z.optional(id) }),
    address: z.optional(address),
    sections: z._default(z.array(z.enum(['NAME', 'PARENT', 'ADDRESS'])).check(z.maxLength(3)), ['NAME', 'PARENT']),
    parentDuplicateConfirmed: z._default(z.boolean(), false),
    reach: z.optional(reach),
  }),
  answer: z.object({
    context: inviteContext,
    lastCompletedStep: z.int(),
    /**
     * Replaces the token that was sent, which ends: one from a letter, or one mailed to another address than the
     * parent's.
     */
    inviteToken: z.optional(z.string()),
  }),
});

export const priceInvite = route({
  method: 'POST',
  path: '/v2/invites/prices',
  ...own,
  summary: 'Price an order for the invited parent',
  limits: ['read', 'try-codes'],
  metrics: { flow: 'invite', step: 'price' },
  errors: ['PACKAGE_NOT_OFFERED'],
  body: z.extend(z.pick(calculatePrice.body, { address: true, orderDetail: true, paymentCodes: true }), invited),
  answer: calculatePrice.answer,
});

export const payInvite = route({
  method: 'POST',
  path: '/v2/invites/payments',
  ...own,
  summary: 'Pay for the invited parent, once',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true, flow: 'invite', step: 'paid' },
  errors: [...firstPaymentErrors, 'CONFLICT', 'NOT_FOUND', 'PAYMENT_IN_PROGRESS'],
  headers: payingInviteHeaders,
  body: z.extend(paymentBody, invited),
  answer: paymentAnswer,
});

export const readInvitePayment = route({
  method: 'GET',
  path: '/v2/invites/payment',
  ...own,
  summary: "Get the outcome of the invited parent's payment by its idempotency key, or of the latest",
  limits: ['read'],
  priority: 'critical',
  errors: ['FORBIDDEN'],
  query: z.object({ ...invited, ...submissionQuery }),
  answer: readPayment.answer,
});

export const agreeToTerms = route({
  method: 'PUT',
  path: '/v2/invites/terms',
  ...own,
  summary: 'Accept terms and privacy policy where no payment does it',
  limits: ['use-invite'],
  errors: ['STEP_MISSING'],
  body: z.object(invited),
  answer: inviteContext,
});

export const optInToMarketing = route({
  method: 'PUT',
  path: '/v2/invites/marketing-opt-in',
  ...own,
  summary: 'Accept or decline marketing mails',
  limits: ['use-invite'],
  errors: ['STEP_MISSING'],
  body: z.object({ ...invited, value: z.boolean() }),
  answer: z.object({ value: z.boolean() }),
});

/** Facts about the two parents that British law requires to be stored. */
export const coParentFlags = ['JOINED_BY_INVITE'] as const;

export const setCoParentFlag = route({
  method: 'PUT',
  path: '/v2/invites/co-parent-flag',
  ...own,
  summary: 'Set a flag for the co-parent (United Kingdom only)',
  limits: ['use-invite'],
  errors: ['STEP_MISSING'],
  body: z.object({ ...invited, familyId: id, name: z.enum(coParentFlags), value: z.boolean() }),
  answer: z.object({ name: z.enum(coParentFlags), value: z.boolean() }),
});

/**
 * The token may be outdated: it need only have been ours, and ends nothing newer. The mail goes to the address on file,
 * never to one in the request.
 */
export const requestInvite = route({
  method: 'POST',
  path: '/v2/invites/requests',
  ...own,
  summary: 'Mail a working link to the known address',
  caller: 'former-invite',
  limits: ['request-invite'],
  answer: z.object({ outcome: z.literal('SENT') }),
});
