import * as z from 'zod/mini';
import { type ActivityKind, activityKinds } from '../account/activity.ts';
import { proofKinds } from '../account/ownership.ts';
import { ownPhone } from '../account/profile.ts';
import { email } from '../fields/fields.ts';
import { normaliseCharacters } from '../fields/typed-text.ts';
import { verificationCode } from '../sign-in/recovery-forms.ts';
import { typed } from '../sign-in/sign-in-form.ts';
import { bearerHeaders, publicHeaders } from './headers.ts';
import { factorCode, passkeyAnswer } from './passkeys.ts';
import { route } from './route.ts';

/**
 * "This is my account": undoing what somebody else has done to it, without a session. The first call gets the same
 * response whether we know the address or phone or not; all others belong to the browser that has its token.
 */
const claim = { tag: 'Ownership', headers: bearerHeaders, caller: 'ownership-claim' } as const;
const opened = z.object({ claimToken: z.string() });

export const openOwnershipClaim = route({
  method: 'POST',
  path: '/v2/ownership-claims',
  tag: 'Ownership',
  summary: 'Begin a claim with an address or phone of the account, to which a code is sent',
  caller: 'anyone',
  limits: ['ask-ownership-code'],
  headers: publicHeaders,
  body: z.union([z.object({ email }), ownPhone]),
  answer: opened,
});

export const openOwnershipClaimByLink = route({
  method: 'POST',
  path: '/v2/ownership-claims/by-link',
  tag: 'Ownership',
  summary: 'Begin a claim with the link mailed to a replaced address, which proves that mailbox',
  caller: 'ownership-link',
  limits: ['use-token'],
  headers: bearerHeaders,
  answer: opened,
});

export const claimView = z.object({
  state: z.enum(['OPEN', 'WAITING', 'STAFF', 'UNDONE', 'KEPT']),
  /** Proved so far; nothing else is shown before the first. */
  proved: z.array(z.enum(proofKinds)),
  /** Proofs that this account still supports. */
  next: z.array(z.enum(proofKinds)),
  /** The address and phone to which a code would be sent, masked. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  securityQuestion: z.nullable(z.string()),
  /** What is in dispute, the earliest first. */
  changes: z.array(
    z.object({
      kind: z.enum(Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]),
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
  /** Enough is proved to decide now. */
  mayDecide: z.boolean(),
  /** An earlier claim has undone everything, and the password was never set: a decision gives the link again. */
  maySetPassword: z.boolean(),
  /**
   * What is missing to undo something: another proof, or one that must be held, because the other side has given as
   * much; no wait begins with less either.
   */
  missing: z.nullable(z.enum(['ANOTHER', 'HELD'])),
  /** The end of an open wait, during which the account shows nothing personal. */
  waitUntil: z.nullable(z.iso.datetime()),
});
export type ClaimView = z.output<typeof claimView>;

export const readOwnershipClaim = route({
  method: 'GET',
  path: '/v2/ownership-claims/current',
  ...claim,
  summary: 'Get what a claim has proved, what is in dispute and what may follow',
  limits: ['use-token'],
  answer: claimView,
});

export const askOwnershipCode = route({
  method: 'POST',
  path: '/v2/ownership-claims/codes',
  ...claim,
  summary: 'Have a code sent to the address or phone as it was before what is in dispute',
  limits: ['ask-ownership-code'],
  body: z.object({ channel: z.enum(['MAILBOX', 'PHONE']) }),
  answer: z.object({ sent: z.literal(true) }),
});

export const proveOwnership = route({
  method: 'POST',
  path: '/v2/ownership-claims/proofs',
  ...claim,
  summary: 'Add a proof to a claim',
  limits: ['use-token', 'prove-ownership'],
  errors: ['WRONG_CODE'],
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('CODE'), code: verificationCode }),
    z.object({ kind: z.literal('PASSWORD'), password: typed }),
    z.object({
      kind: z.literal('QUESTION'),
      securityAnswer: z.string().check(z.maxLength(100)),
      securityCode: z.string().check(z.overwrite(normaliseCharacters), z.maxLength(4)),
    }),
    z.object({ kind: z.literal('FACTOR'), code: factorCode }),
    z.object({ kind: z.literal('PASSKEY'), passkey: passkeyAnswer }),
  ]),
  answer: claimView,
});

export const startOwnershipWait = route({
  method: 'POST',
  path: '/v2/ownership-claims/wait',
  ...claim,
  summary: 'With one proof: freeze the account for 72 hours, in which a second one decides',
  limits: ['use-token'],
  errors: ['CONFLICT'],
  answer: z.object({ waitUntil: z.iso.datetime() }),
});

export const decideOwnershipClaim = route({
  method: 'POST',
  path: '/v2/ownership-claims/decision',
  ...claim,
  summary: 'With two proofs: undo what is in dispute, or keep it',
  limits: ['use-token'],
  errors: ['CONFLICT'],
  body: z.object({ keep: z.boolean() }),
  /** `passwordToken`: sets the new password at once, if changes were undone. */
  answer: z.object({ undone: z.boolean(), passwordToken: z.nullable(z.string()) }),
});
