import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { digitsOf, email, id, phoneNumber } from '../fields/fields.ts';
import { password } from '../sign-in/credentials.ts';
import { askPasswordBody, verificationCode } from '../sign-in/recovery-forms.ts';
import { furtherProof, givenProof } from './further-proof.ts';
import { bearerHeaders, publicHeaders } from './headers.ts';
import { factorCode, passkeyAnswer } from './passkeys.ts';
import { route } from './route.ts';

/**
 * Recovering access (specification 7.3). Questions about a person get the same response whether we know them or not:
 * what we know is sent by mail or text only, to the address or phone on file.
 */
const code = (value: FieldErrorCode): FieldErrorCode => value;

export const askPassword = route({
  method: 'POST',
  path: '/ofw/signup/getpassword.form',
  tag: 'Recovery',
  summary: 'Request a password reset link',
  caller: 'anyone',
  limits: ['ask-recovery'],
  headers: publicHeaders,
  body: askPasswordBody,
  answer: z.object({ result: z.literal('SUCCESS') }),
});

export const readPasswordReset = route({
  method: 'GET',
  path: '/v2/users/password/reset',
  tag: 'Recovery',
  summary: 'Get whose password a mailed link resets; does not use the link',
  caller: 'password-reset',
  limits: ['use-token'],
  errors: ['FORBIDDEN'],
  headers: bearerHeaders,
  /** Everything that a password must not contain. */
  answer: z.object({
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** The account has never proved this address: it may be a stranger's, and the reader can say so. */
    mayBeAnothers: z.boolean(),
    further: furtherProof,
  }),
});

export const resetPassword = route({
  method: 'POST',
  path: '/v2/users/password/reset',
  tag: 'Recovery',
  summary: 'Reset the password with a mailed link, and a further proof; every session ends',
  caller: 'password-reset',
  limits: ['use-token'],
  errors: ['SECURITY_ANSWER_WRONG', 'SECURITY_TRIES_USED_UP', 'WRONG_CODE', 'PASSKEY_FAILED'],
  headers: bearerHeaders,
  body: z.extend(givenProof, {
    password,
    factorCode: z.optional(factorCode),
    passkey: z.optional(passkeyAnswer),
  }),
  answer: z.object({ result: z.literal('SUCCESS'), username: z.string() }),
});

export const disownAccount = route({
  method: 'POST',
  path: '/v2/users/password/reset/not-mine',
  tag: 'Recovery',
  summary: 'Say with a mailed link that its account is not yours: an address that it never proved is taken from it',
  caller: 'password-reset',
  limits: ['use-token'],
  errors: ['CONFLICT'],
  headers: bearerHeaders,
  answer: z.object({ outcome: z.literal('FREED') }),
});

export const lookupResults = ['SUCCESS', 'NOT_FOUND', 'MULTI'] as const;

const localeString = z._default(z.string().check(z.regex(/^[A-Za-z]{2}(?:[-_][A-Za-z]{2})?$/)), 'en');
const optionalId = z.optional(z.union([id, z.literal('')]));

/** Always SUCCESS: the mail lists the usernames, or there is no mail. */
export const recoverUsernameByEmail = route({
  method: 'GET',
  path: '/v1/usernameRecovery/email',
  tag: 'Recovery',
  summary: 'Mail the usernames of an e-mail address to it',
  caller: 'anyone',
  limits: ['ask-recovery'],
  errors: ['FORBIDDEN'],
  headers: publicHeaders,
  query: z.object({ email, localeString: z.optional(localeString) }),
  answer: z.object({ result: z.enum(lookupResults) }),
});

/** Always SUCCESS: the code is sent to the phone if it is on file. A cookie ties the code's check to this browser. */
export const recoverUsernameByPhone = route({
  method: 'GET',
  path: '/v1/usernameRecovery/mobilePhone',
  tag: 'Recovery',
  summary: 'Text a six-digit code to a mobile phone',
  caller: 'anyone',
  limits: ['ask-code'],
  errors: ['FORBIDDEN'],
  headers: publicHeaders,
  query: z.object({
    mobilePhoneNumber: phoneNumber,
    /** With or without its plus: a plus that was not escaped arrives as a space. */
    countryCode: z.string(code('required')).check(
      z.overwrite((value) => `+${digitsOf(value).replace(/^\+/, '')}`),
      z.regex(/^\+\d{1,4}$/, code('required')),
    ),
    /** Narrow down a phone that several accounts share. */
    email: z.optional(z.union([email, z.literal('')])),
    userId: optionalId,
    localeString,
  }),
  answer: z.object({ result: z.enum(lookupResults), expiresInMinutes: z.int() }),
});

/** An account behind a phone that its owner has just proved to hold. */
export const recoverableAccount = z.object({ userId: id, email: z.string(), firstName: z.string() });
export type RecoverableAccount = z.output<typeof recoverableAccount>;

/**
 * NOT_FOUND: wrong code; `triesLeft` 0 means that a new one is needed. SUCCESS: the username is sent to the phone as a
 * text. MULTI: several accounts have this phone; one is chosen with `sendUsernameRecoveryEmail`.
 */
export const checkVerificationCode = route({
  method: 'GET',
  path: '/v1/usernameRecovery/checkVerificationCode',
  tag: 'Recovery',
  summary: 'Check a texted code',
  caller: 'anyone',
  limits: ['check-code'],
  errors: ['FORBIDDEN'],
  headers: publicHeaders,
  query: z.object({ verificationCode, localeString }),
  answer: z.object({ result: z.enum(lookupResults), triesLeft: z.int(), accounts: z.array(recoverableAccount) }),
});

/** SUCCESS also for an account that was not offered: then there is no mail. */
export const sendUsernameRecoveryEmail = route({
  method: 'GET',
  path: '/v1/usernameRecovery/sendUsernameRecoveryEmail',
  tag: 'Recovery',
  summary: 'Mail the username of one of the found accounts',
  caller: 'anyone',
  limits: ['ask-recovery'],
  errors: ['FORBIDDEN'],
  headers: publicHeaders,
  query: z.object({
    userId: id,
    /** The address as it was offered, masked. */
    email: z.string().check(z.maxLength(254)),
    localeString,
  }),
  answer: z.object({ result: z.enum(lookupResults) }),
});
