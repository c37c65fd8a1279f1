import * as z from 'zod/mini';
import type { FieldErrorCode } from '../../fields/field-errors.ts';
import { cents, day, id, name } from '../../fields/fields.ts';
import { normaliseText } from '../../fields/typed-text.ts';
import { coParentEmail } from '../../invites/co-parent-email.ts';
import { caseChildren, newCase } from '../../professionals/new-case.ts';
import { idempotencyKey, publicHeaders, repeatableHeaders } from '../headers.ts';
import { inviteLetter } from '../invites/invite-codes.ts';
import { packageCard } from '../packages.ts';
import { confirming, declined, payment, paymentErrors, receipt } from '../payments.ts';
import { quote } from '../prices.ts';
import { returnedMail } from '../returned-mail.ts';
import { route } from '../route.ts';
import { storedCountry } from '../stored-texts.ts';

/**
 * Families that a professional opens, pays for and invites (specification 1, 6). For signed-in professionals, each for
 * their own cases.
 */
const own = { tag: 'Professional cases', headers: publicHeaders, caller: 'professional' } as const;
const payingHeaders = z.extend(publicHeaders, { 'idempotency-key': idempotencyKey });

/** Limited to what an inviter may know: whether somebody was invited and has joined, nothing in between. */
export const inviteStages = ['NOT_INVITED', 'INVITED', 'JOINED', 'EXPIRED', 'REVOKED'] as const;
export type InviteStage = (typeof inviteStages)[number];

export const caseParent = z.object({
  userId: id,
  /** As the professional entered them. */
  firstName: z.string(),
  lastName: z.string(),
  /** As the professional entered it, whatever its owner uses since; null once they have joined. */
  email: z.nullable(z.string()),
  /** Mail servers reported that this address accepts no mail. */
  returned: z.boolean(),
  stage: z.enum(inviteStages),
  /** When the professional last invited, and the last day of that invite, as its mail and letter state it. */
  invitedAt: z.nullable(z.iso.datetime()),
  expiresOn: z.nullable(day),
  /** Whether this professional has paid for a current plan, or a parent who has joined has one. */
  hasPlan: z.boolean(),
  /** The plan paid by this professional; null for one paid by somebody else. */
  paidPlan: z.nullable(z.object({ name: z.string(), until: day })),
});
export type CaseParent = z.output<typeof caseParent>;

export const professionalCase = z.object({
  familyId: id,
  createdAt: z.iso.datetime(),
  /** Archived in the professional's own list only. */
  archived: z.boolean(),
  children: z.array(z.string()),
  /** Until a parent has joined or changed them. */
  mayChangeChildren: z.boolean(),
  parents: z.array(caseParent),
});
export type ProfessionalCase = z.output<typeof professionalCase>;

const byFamily = z.object({ familyId: id });
const byParent = z.object({ familyId: id, userId: id });

/** Days within which a plan paid by the professional counts as ending soon. */
export const endsSoonDays = 60;
/** `ALL`: everything that is not archived, as do the next three. */
export const caseFilters = ['ALL', 'WAITING', 'JOINED', 'ENDS_SOON', 'ARCHIVED'] as const;
export type CaseFilter = (typeof caseFilters)[number];
export const caseSorts = ['NEWEST', 'NAME', 'ENDS'] as const;
export type CaseSort = (typeof caseSorts)[number];

export const searchCases = route({
  method: 'POST',
  path: '/v2/professional/cases/search',
  ...own,
  summary: 'Search families, fifty per page',
  limits: ['read'],
  // Names are sent in a body, because URLs are logged.
  body: z.object({
    /** Each word must match the beginning of, or occur in, a name or address as the professional entered it. */
    text: z._default(z.string().check(z.overwrite(normaliseText), z.maxLength(100)), ''),
    filter: z._default(z.enum(caseFilters), 'ALL'),
    sort: z._default(z.enum(caseSorts), 'NEWEST'),
    /** Continues after this family. */
    after: z.optional(id),
  }),
  answer: z.object({
    cases: z.array(professionalCase),
    more: z.boolean(),
    /** For each filter, whatever the search text. */
    counts: z.record(z.enum(caseFilters), z.int()),
    returnedMail,
  }),
});

export const openCase = route({
  method: 'POST',
  path: '/v2/professional/cases',
  ...own,
  headers: repeatableHeaders,
  summary: 'Open a family, once per key',
  limits: ['open-family'],
  errors: ['NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
  body: newCase,
  answer: professionalCase,
  status: 201,
});

export const readCase = route({
  method: 'GET',
  path: '/v2/professional/cases/:familyId',
  ...own,
  summary: 'Get a family',
  limits: ['read'],
  params: byFamily,
  answer: professionalCase,
});

export const correctCase = route({
  method: 'PUT',
  path: '/v2/professional/cases/:familyId',
  ...own,
  summary: 'Correct names of parents who have not joined, and the children until a parent has',
  limits: ['change-account'],
  errors: ['CONFLICT'],
  params: byFamily,
  body: z.object({
    parents: z.array(z.object({ userId: id, firstName: name, lastName: name })).check(z.maxLength(2)),
    /** Absent: unchanged. */
    children: z.optional(caseChildren),
  }),
  answer: professionalCase,
});

export const archiveCase = route({
  method: 'PUT',
  path: '/v2/professional/cases/:familyId/archive',
  ...own,
  summary: 'Archive or restore a family',
  limits: ['change-account'],
  params: byFamily,
  body: z.object({ archived: z.boolean() }),
  answer: professionalCase,
});

export const inviteParent = route({
  method: 'POST',
  path: '/v2/professional/cases/:familyId/parents/:userId/invites',
  ...own,
  summary: 'Send the invite, or send it again; an earlier link stops working',
  caller: 'confirmed-professional',
  limits: ['send-invites'],
  errors: ['CONFLICT', 'VALIDATION'],
  params: byParent,
  answer: professionalCase,
});

export const revokeInvite = route({
  method: 'POST',
  path: '/v2/professional/cases/:familyId/parents/:userId/invites/revocation',
  ...own,
  summary: 'Withdraw the invite: link and letter stop working',
  caller: 'confirmed-professional',
  limits: ['send-invites'],
  errors: ['CONFLICT'],
  params: byParent,
  answer: professionalCase,
});

export const printInvite = route({
  method: 'POST',
  path: '/v2/professional/cases/:familyId/parents/:userId/letters',
  ...own,
  summary: 'Get the invite as a letter (PDF in base64) with its code',
  caller: 'confirmed-professional',
  limits: ['print-letter'],
  errors: ['CONFLICT', 'INVITE_IN_USE'],
  params: byParent,
  answer: inviteLetter,
});

export const correctEmail = route({
  method: 'PUT',
  path: '/v2/professional/cases/:familyId/parents/:userId/email',
  ...own,
  summary: 'Correct an address before its owner has joined',
  caller: 'confirmed-professional',
  limits: ['send-invites'],
  errors: ['CONFLICT', 'INVITE_IN_USE'],
  params: byParent,
  body: coParentEmail,
  answer: professionalCase,
});

export const listCasePackages = route({
  method: 'GET',
  path: '/v2/professional/cases/:familyId/packages',
  ...own,
  summary: 'List plans that can be bought for a family',
  limits: ['read'],
  errors: ['COUNTRY_MISMATCH'],
  params: byFamily,
  answer: z.object({ packages: z.array(packageCard), billingCountry: storedCountry }),
});

const planOrder = {
  packageId: z.int(),
  parentIds: z.array(id).check(z.minLength(1, 'required' satisfies FieldErrorCode), z.maxLength(2)),
};

export const pricePlan = route({
  method: 'POST',
  path: '/v2/professional/cases/:familyId/prices',
  ...own,
  summary: 'Price a plan for one parent or both',
  limits: ['change-account'],
  errors: ['PARENT_HAS_PLAN', 'COUNTRY_MISMATCH', 'PACKAGE_NOT_OFFERED'],
  params: byFamily,
  body: z.object(planOrder),
  answer: quote,
});

/** What a professional sends to pay: nothing is stored for renewals. */
export const professionalPayment = z.object({
  ...z.pick(payment, {
    amountDisplayed: true,
    taxAmountDisplayed: true,
    taxId: true,
    paymentType: true,
    nonce: true,
    cardHolderName: true,
    deviceData: true,
  }).shape,
});

/**
 * `givenBack`: what was paid for parents who got a plan from elsewhere during the gateway call; it is being refunded.
 */
export const professionalPaid = z.object({
  outcome: z.literal('PAID'),
  receipt,
  givenBack: cents,
  givenBackFormatted: z.string(),
});

export const payPlan = route({
  method: 'POST',
  path: '/v2/professional/cases/:familyId/payments',
  ...own,
  summary: 'Pay for a plan, once',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true },
  errors: [...paymentErrors, 'PARENT_HAS_PLAN', 'COUNTRY_MISMATCH', 'PACKAGE_NOT_OFFERED', 'PAYMENT_IN_PROGRESS'],
  params: byFamily,
  headers: payingHeaders,
  body: z.object({ ...planOrder, payment: professionalPayment, agreedToTerms: z._default(z.boolean(), false) }),
  answer: z.discriminatedUnion('outcome', [professionalPaid, confirming]),
});

export const professionalPaymentResult = z.discriminatedUnion('outcome', [
  professionalPaid,
  confirming,
  declined,
  z.object({ outcome: z.literal('NONE') }),
]);

export const readPlanPayment = route({
  method: 'GET',
  path: '/v2/professional/cases/:familyId/payment',
  ...own,
  summary: 'Get the outcome of a payment by its idempotency key, or of the latest',
  limits: ['read'],
  priority: 'critical',
  params: byFamily,
  query: z.object({ key: z.optional(idempotencyKey) }),
  answer: professionalPaymentResult,
});
