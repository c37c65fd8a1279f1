import * as z from 'zod/mini';
import { reach } from '../../account/reach.ts';
import { id } from '../../fields/fields.ts';
import { inviteTiming } from '../../invites/invite-timing.ts';
import { family } from '../../sign-up/family.ts';
import { referral } from '../../sign-up/referrals.ts';
import { address, discountPercentage, parent, sections, segment, yourDetails } from '../../sign-up/your-details.ts';
import { referrerHeaders, registrationHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { storedTiming } from '../stored-texts.ts';

/** Contact preferences, if given; otherwise they stay unchanged. */
const optionalReach = { reach: z.optional(reach) };

/** A parent's sign-up until it is paid (specification 3.4, 3.5, 7.2). */
const registration = z.object({
  signupId: id,
  /** Instant, ISO 8601. Each saved step extends it. */
  expiresAt: z.iso.datetime(),
  lastCompletedStep: z.int(),
  /** When a link mailed to the address of step 1 was last opened, not necessarily by the user of this browser. */
  linkOpenedAt: z.nullable(z.iso.datetime()),
});

const byId = z.object({ signupId: id });

export const createRegistration = route({
  method: 'POST',
  path: '/v2/registrations',
  tag: 'Registrations',
  summary: 'Start a sign-up (step 1)',
  caller: 'anyone',
  limits: ['start-registration', 'ask-who-is-known'],
  metrics: { flow: 'parent', step: 'details' },
  headers: referrerHeaders,
  body: z.extend(yourDetails, optionalReach),
  answer: z.extend(registration, { registrationKey: z.string() }),
  status: 201,
});

export const updateRegistration = route({
  method: 'PUT',
  path: '/v2/registrations/:signupId',
  tag: 'Registrations',
  summary: 'Change step 1, or add the billing address and time zone',
  caller: 'registration',
  limits: ['ask-who-is-known'],
  metrics: { flow: 'parent', step: 'billing' },
  errors: ['PAYMENT_IN_PROGRESS', 'ALREADY_PAID', 'CONFLICT'],
  params: byId,
  headers: registrationHeaders,
  body: z.object({
    parent,
    knowsCoParentEmail: z.optional(z.boolean()),
    referral: z.optional(referral),
    address: z.optional(address),
    sections,
    discountPercentage,
    parentDuplicateConfirmed: z._default(z.boolean(), false),
    ...optionalReach,
    ...segment,
  }),
  answer: registration,
});

export const updateFamily = route({
  method: 'PUT',
  path: '/v2/registrations/:signupId/family',
  tag: 'Registrations',
  summary: 'Save the co-parent and the children (step 2)',
  caller: 'registration',
  limits: ['ask-who-is-known'],
  metrics: { flow: 'parent', step: 'family' },
  errors: ['PAYMENT_IN_PROGRESS', 'ALREADY_PAID', 'CONFLICT'],
  params: byId,
  headers: registrationHeaders,
  body: z.extend(family, { sections: z._default(z.array(z.enum(['FAMILY'])), ['FAMILY']) }),
  answer: registration,
});

export const extendRegistration = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/extension',
  tag: 'Registrations',
  summary: 'Extend the time-out of an open sign-up',
  caller: 'registration',
  limits: ['change-registration'],
  params: byId,
  headers: registrationHeaders,
  answer: registration,
});

export const setInviteTiming = route({
  method: 'PUT',
  path: '/v2/registrations/:signupId/invite-timing',
  tag: 'Registrations',
  summary: 'Set when and how the co-parent is invited; by default after the payment',
  caller: 'registration',
  limits: ['change-registration'],
  errors: ['PAYMENT_IN_PROGRESS', 'ALREADY_PAID', 'CONFLICT', 'VALIDATION'],
  params: byId,
  headers: registrationHeaders,
  body: inviteTiming,
  answer: storedTiming,
});
