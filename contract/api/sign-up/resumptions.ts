import * as z from 'zod/mini';
import { email, id } from '../../fields/fields.ts';
import { publicHeaders, registrationHeaders } from '../headers.ts';
import { orderDetail } from '../prices.ts';
import { route } from '../route.ts';
import { storedAddress, storedChild, storedCoParent, storedOrder, storedReach, storedTiming } from '../stored-texts.ts';
import { extendRegistration } from './registrations.ts';

/**
 * A sign-up continued in another browser. A code, which only the browser that typed the sign-up can show, moves it:
 * from then on the earlier browser's key opens nothing. A mailed link shows its progress and nothing that was typed,
 * because others may read the mailbox, and anybody may request it. Impossible once a payment is in progress or done,
 * and never with card data, a password or a security answer: no sign-up stores them.
 */
const own = {
  tag: 'Registrations',
  caller: 'registration',
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
} as const;
const errors = ['PAYMENT_IN_PROGRESS', 'ALREADY_PAID', 'CONFLICT'] as const;
/** What was chosen; the server stores everything else with each step. */
const chosen = z.object({ order: z._default(z.nullable(orderDetail), null) });
const keptUntil = { until: z.iso.datetime() };

export const makeResumeCode = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/resume-codes',
  ...own,
  summary: 'Create a single-use code for resuming the sign-up elsewhere; an earlier one stops working',
  limits: ['save-registration'],
  errors,
  body: chosen,
  answer: z.object({ code: z.string(), ...keptUntil }),
});

export const mailResumeLink = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/resume-links',
  ...own,
  summary: 'Mail a resume link to the address of step 1; an earlier one stops working; forbidden with mails turned off',
  limits: ['save-registration'],
  errors: [...errors, 'FORBIDDEN'],
  body: chosen,
  answer: z.object(keptUntil),
});

export const readRegistration = route({
  method: 'GET',
  path: '/v2/registrations/:signupId',
  ...own,
  summary: 'Check whether a sign-up is still in this browser, after a code was created',
  limits: ['read'],
  answer: extendRegistration.answer,
});

export const askResumeLink = route({
  method: 'POST',
  path: '/v2/resume-links',
  tag: 'Registrations',
  summary: 'Mail a resume link if the address has an open sign-up; the answer does not reveal it',
  caller: 'anyone',
  limits: ['ask-recovery'],
  headers: publicHeaders,
  body: z.object({ email }),
  answer: z.object({ outcome: z.literal('SENT') }),
});

const text = z.string();
/** Everything that was typed, by step, and a new key. */
export const resumed = z.extend(extendRegistration.answer, {
  registrationKey: text,
  parent: z.extend(storedCoParent, { timeZone: z.optional(text) }),
  referral: z.object({ selection: text, other: text }),
  knowsCoParentEmail: z.boolean(),
  parentDuplicateConfirmed: z.boolean(),
  coParentDuplicateConfirmed: z.boolean(),
  address: z.nullable(storedAddress),
  family: z.nullable(
    z.object({ coParent: storedCoParent, children: z.array(storedChild), knowsCoParentEmail: z.boolean() }),
  ),
  inviteTiming: z.nullable(storedTiming),
  reach: z.nullable(storedReach),
  discount: z.nullable(z.object({ referrer: text, percentage: z.int() })),
  order: z.nullable(storedOrder),
});

/** What a mailed link shows of a sign-up: no key, name, phone, street or family member. */
export const linkedSignUp = z.object({
  signupId: id,
  lastCompletedStep: z.int(),
  /** The address that the link was mailed to. */
  email: text,
  /** Its browser has not timed out, and can continue. */
  isOpenElsewhere: z.boolean(),
  discount: resumed.shape.discount,
  order: resumed.shape.order,
});

const resume = { tag: 'Registrations', caller: 'anyone', headers: publicHeaders } as const;

export const resumeByCode = route({
  method: 'POST',
  path: '/v2/resume-codes/exchange',
  ...resume,
  summary: 'Resume the sign-up with a code; wrong codes are limited by network and in total',
  answer: resumed,
  limits: ['resume-by-code'],
  errors: ['PAYMENT_IN_PROGRESS'],
  body: z.object({ code: z.string().check(z.maxLength(64)) }),
});

export const resumeByLink = route({
  method: 'POST',
  path: '/v2/resume-links/exchange',
  ...resume,
  summary: 'See with a mailed link, once, how far the sign-up is; with the answer to a fee waiver, resume it',
  answer: z.union([resumed, linkedSignUp]),
  limits: ['use-token'],
  errors: ['PAYMENT_IN_PROGRESS', 'TOKEN_INVALID'],
  body: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/)) }),
});
