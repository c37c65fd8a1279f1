import * as z from 'zod/mini';
import { id } from '../fields/fields.ts';
import { password, username } from '../sign-in/credentials.ts';
import { security } from '../sign-in/security.ts';
import { remember } from '../sign-in/sign-in-form.ts';
import { referral } from '../sign-up/referrals.ts';
import { furtherProof, givenProof } from './further-proof.ts';
import { bearerHeaders, publicHeaders } from './headers.ts';
import { route } from './route.ts';

/** Username and password after payment (specification 5.7, 7.2). */
export const checkUsername = route({
  method: 'POST',
  path: '/v2/usernames/availability',
  tag: 'Credentials',
  summary: 'Check whether a username is free',
  caller: 'anyone',
  limits: ['check-username'],
  headers: publicHeaders,
  body: z.object({ username: z.string().check(z.maxLength(200)) }),
  answer: z.object({ available: z.boolean(), meetsRequirements: z.boolean() }),
});

/** Whose credentials a token sets: what a mailed link needs to show the form again. */
export const readCredentialsOwner = route({
  method: 'GET',
  path: '/v2/credentials',
  tag: 'Credentials',
  summary: 'Get the owner of a credentials token',
  caller: 'credentials',
  limits: ['use-token'],
  headers: bearerHeaders,
  answer: z.object({
    userId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    invited: z.boolean(),
    professional: z.boolean(),
    further: furtherProof,
  }),
});

/** The token may be outdated: it need only have been ours. The mail goes to the address on file. */
export const requestCredentials = route({
  method: 'POST',
  path: '/v2/credentials/requests',
  tag: 'Credentials',
  summary: 'Mail a new credentials link, or the username if credentials are already set',
  caller: 'former-credentials',
  limits: ['use-token'],
  headers: bearerHeaders,
  answer: z.object({ outcome: z.literal('SENT') }),
});

export const setCredentials = route({
  method: 'PUT',
  path: '/v2/credentials',
  tag: 'Credentials',
  summary: 'Set username and password, once, by a mailed link with a further proof, and sign in',
  caller: 'credentials',
  limits: ['use-token'],
  metrics: { flow: 'all', step: 'credentials' },
  errors: ['SECURITY_ANSWER_WRONG', 'SECURITY_TRIES_USED_UP', 'WRONG_CODE', 'PASSKEY_FAILED'],
  headers: bearerHeaders,
  body: z.extend(givenProof, {
    username,
    password,
    /** Required of invited parents. */
    security: z.optional(security),
    referral: z.optional(referral),
    remember,
  }),
  answer: z.object({ userId: id, subscriptionCurrent: z.boolean() }),
});
