import * as z from 'zod/mini';
import { type ActivityKind, activityKinds } from '../account/activity.ts';
import { backings } from '../account/ownership.ts';
import { id } from '../fields/fields.ts';
import { typed } from '../sign-in/sign-in-form.ts';
import { publicHeaders } from './headers.ts';
import { factorCode, passkeyAnswer } from './passkeys.ts';
import { route } from './route.ts';

/** The changes to the signed-in user's account, and their proof of identity. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'signed-in' } as const;

/** Who can still undo a change: whoever brings two older proofs, or only if one of them is a phone or a factor. */
const contestableBy = z.enum(['TWO', 'HELD']);

/** What backs what is on file, and who can undo it until when. Null: as it was at the beginning. */
export const standing = z.nullable(
  z.object({
    proofs: z.array(z.enum(backings)),
    contestableUntil: z.nullable(z.iso.datetime()),
    contestableBy: z.nullable(contestableBy),
  }),
);
export type StandingView = z.output<typeof standing>;

export const activityView = z.object({
  id,
  kind: z.enum(Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]),
  /** As in `device` of `GET /v2/sessions`; null when unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The user's own words, such as the name of a passkey. */
  detail: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** What backed a change that could hand the account over; null for other changes. */
  proofs: z.nullable(z.array(z.enum(backings))),
  /** Until when it can be contested; null if it is final or the time is over. */
  contestableUntil: z.nullable(z.iso.datetime()),
  contestableBy: z.optional(z.nullable(contestableBy)),
  /** When somebody's claim, or two staff members, undid it; null: it stands. */
  undoneAt: z.optional(z.nullable(z.iso.datetime())),
});
export type ActivityView = z.output<typeof activityView>;

export const listAccountActivity = route({
  method: 'GET',
  path: '/v2/account/activity',
  ...own,
  summary: 'List changes of the account, latest first',
  limits: ['read'],
  /** `before`: the last one of the previous page. */
  query: z.object({ before: z.optional(id) }),
  answer: z.object({ activity: z.array(activityView), more: z.boolean() }),
});

/** What routes with `fresh` require: valid for ten minutes, in this session. */
export const proveIdentity = route({
  method: 'POST',
  path: '/v2/account/proof',
  ...own,
  summary: 'Reauthenticate by password and second factor, or by passkey',
  limits: ['change-password'],
  errors: ['SECOND_FACTOR_NEEDED', 'WRONG_CODE', 'PASSKEY_FAILED'],
  /** `code`: needed with the password if the account has a second factor. */
  body: z.union([z.object({ password: typed, code: z.optional(factorCode) }), z.object({ passkey: passkeyAnswer })]),
  answer: z.object({ proved: z.literal(true) }),
});
