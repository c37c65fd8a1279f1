import * as z from 'zod/mini';
import { anonymousId } from '../fields/fields.ts';

/** Secrets and context are sent in headers, never in a URL (see the table in the design: names are fixed). */
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/));

export const publicHeaders = z.object({
  'accept-language': z.optional(z.string()),
  'x-anonymous-id': z.optional(anonymousId),
});

export const referrerKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

export const referrerHeaders = z.extend(publicHeaders, { 'x-referrer-key': z.optional(referrerKey) });

export const registrationHeaders = z.extend(referrerHeaders, { 'x-registration-key': secret });

/** One key per submission of a payment: the same key and body get the same response. */
export const idempotencyKey = z.uuid();

/** For a call that acts once per key: a repeat gets the first response. Without a key each call acts. */
export const repeatableHeaders = z.extend(publicHeaders, { 'idempotency-key': z.optional(idempotencyKey) });

export const payingHeaders = z.extend(registrationHeaders, { 'idempotency-key': idempotencyKey });

export const inviteHeaders = z.extend(publicHeaders, { 'x-invite-token': secret });

export const optionalInviteHeaders = z.extend(publicHeaders, { 'x-invite-token': z.optional(secret) });

export const payingInviteHeaders = z.extend(inviteHeaders, { 'idempotency-key': idempotencyKey });

export const bearerHeaders = z.extend(publicHeaders, {
  authorization: z.string().check(z.regex(/^Bearer [A-Za-z0-9_-]{20,128}$/)),
});
