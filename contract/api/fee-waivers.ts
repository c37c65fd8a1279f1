import * as z from 'zod/mini';
import { feeWaiverReasons } from '../account/fee-waiver.ts';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { courtOrder, id } from '../fields/fields.ts';
import { inviteHeaders, publicHeaders, referrerKey, registrationHeaders } from './headers.ts';
import { route } from './route.ts';

/** A year without charge, requested before paying. Nobody else in the family learns of it. */
const feeWaiverRequest = {
  tag: 'Fee waivers',
  limits: ['ask-fee-waiver'],
  errors: ['FORBIDDEN', 'CONFLICT'],
  /** A pending request is replaced. */
  answer: z.object({ outcome: z.literal('ASKED') }),
} as const;

const form = {
  reason: z.enum(feeWaiverReasons, 'required' satisfies FieldErrorCode),
  courtOrder: z._default(courtOrder, ''),
  /** Key of the court whose link was opened; an unknown one is ignored. */
  court: z.optional(referrerKey),
};

export const askFeeWaiver = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/fee-waivers',
  ...feeWaiverRequest,
  summary: 'Request a fee waiver; answered by mail, and forbidden with mails turned off',
  caller: 'registration',
  errors: [...feeWaiverRequest.errors, 'ALREADY_PAID', 'PAYMENT_IN_PROGRESS'],
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
  body: z.object(form),
});

export const askFeeWaiverAsInvited = route({
  method: 'POST',
  path: '/v2/invites/fee-waivers',
  ...feeWaiverRequest,
  summary: 'Request a fee waiver as an invited parent',
  caller: 'invite',
  headers: inviteHeaders,
  body: z.object({ ...form, userId: id }),
});

export const askFeeWaiverAsParent = route({
  method: 'POST',
  path: '/v2/account/fee-waivers',
  ...feeWaiverRequest,
  summary: 'Request a fee waiver with an account, for an announced renewal or an ended plan; otherwise a conflict',
  caller: 'parent',
  /** The last: their plan was built from options, for which codes do not exist. */
  errors: [...feeWaiverRequest.errors, 'PACKAGE_NOT_OFFERED'],
  headers: publicHeaders,
  body: z.object(form),
});

/** A court that hands out a link to the form (`/app/fee-waiver?court=…`). */
export const readCourt = route({
  method: 'GET',
  path: '/v2/courts/:key',
  tag: 'Fee waivers',
  summary: 'Get the name of the court whose link leads to the form',
  caller: 'anyone',
  limits: ['read-discount-offer'],
  params: z.object({ key: referrerKey }),
  headers: publicHeaders,
  /** Null: no court with this key hands out a link. */
  answer: z.object({ name: z.nullable(z.string()) }),
});
