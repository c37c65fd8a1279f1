import * as z from 'zod/mini';
import { proofKinds } from '../account/ownership.ts';
import { id } from '../fields/fields.ts';
import { languages } from '../fields/languages.ts';
import { password } from '../sign-in/credentials.ts';
import { userRoles } from '../sign-in/home-redirect.ts';
import { signInBody, typed } from '../sign-in/sign-in-form.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/** Signing in, staying signed in and signing out (specification 7.3). The session itself is an HttpOnly cookie. */

/** The response to a successful sign-in. */
export const signedInView = z.object({
  /** The user's start page. */
  url: z.string(),
  /** A page that the server requires before any other; null to stay on the requested page. */
  redirectUrl: z.nullable(z.string()),
  /** For `_at` of `changePassword`. Useless without the session's cookie. */
  auth: z.string(),
  userId: id,
});

/**
 * Accepts JSON or form values. A wrong name or password, or an e-mail of several accounts, gets the same refusal:
 * SIGN_IN_FAILED. SECOND_FACTOR_NEEDED: both are correct and the account has a second factor; `secondStepToken` in the
 * response is the bearer of `/v2/sessions/second-step`.
 */
export const signIn = route({
  method: 'POST',
  path: '/ofw/login',
  tag: 'Sign-in',
  summary: 'Sign in with password and username, or the e-mail of a single account',
  caller: 'anyone',
  limits: ['sign-in'],
  errors: ['SIGN_IN_FAILED', 'SECOND_FACTOR_NEEDED'],
  headers: publicHeaders,
  body: signInBody,
  answer: signedInView,
});

export const sessionView = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(userRoles),
  language: z.enum(languages),
  /** Null if unknown, or while an account is in dispute. */
  timeZone: z.nullable(z.string()),
  /** Where the user lives: dates are written in its format. */
  country: z.nullable(z.string()),
  auth: z.string(),
  /** This role must have a second factor, and has none yet: no other page opens before. */
  mustAddFactor: z.boolean(),
  /** When all second factors are removed, because they were reported lost; null otherwise. */
  factorResetAt: z.nullable(z.iso.datetime()),
  /** Until an unused session ends. A duration, because browsers' clocks are wrong. */
  secondsLeft: z.int(),
});
export type SessionView = z.output<typeof sessionView>;

export const readSession = route({
  method: 'GET',
  path: '/v2/sessions/current',
  tag: 'Sign-in',
  summary: 'Get the current session; null if nobody is signed in',
  caller: 'anyone',
  limits: ['read'],
  headers: publicHeaders,
  answer: z.object({ session: z.nullable(sessionView) }),
});

export const keepalive = route({
  method: 'GET',
  path: '/ofw/keepalive.form',
  tag: 'Sign-in',
  summary: 'Check the session; extends it only if the page was in use',
  caller: 'anyone',
  limits: ['read'],
  headers: publicHeaders,
  query: z.object({ active: z._default(z.enum(['true', 'false']), 'false') }),
  answer: z.object({ signedIn: z.boolean(), userId: z.nullable(id), secondsLeft: z.nullable(z.int()) }),
});

export const device = z.object({
  id,
  /** `Chrome`, `Firefox` …; null when unknown. */
  browser: z.nullable(z.string()),
  /** `Android`, `Windows` …; null when unknown. */
  system: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
  /** What was proved there; a claim that undoes something logs every device out. */
  proofs: z.array(z.enum(proofKinds)),
  /** When it ends at the latest, if its owner chose to be remembered on that device; otherwise null. */
  rememberedUntil: z.nullable(z.iso.datetime()),
});
export type DeviceView = z.output<typeof device>;

export const listSessions = route({
  method: 'GET',
  path: '/v2/sessions',
  tag: 'Sign-in',
  summary: 'List sessions, latest used first',
  caller: 'signed-in',
  limits: ['read'],
  headers: publicHeaders,
  answer: z.object({ devices: z.array(device) }),
});

const done = z.object({ signedOut: z.literal(true) });

/** Never refused: for a signed-out user there is nothing left to do. */
export const signOut = route({
  method: 'DELETE',
  path: '/v2/sessions/current',
  tag: 'Sign-in',
  summary: 'Sign out',
  caller: 'anyone',
  limits: ['change-account'],
  headers: publicHeaders,
  answer: done,
});

export const signOutEverywhere = route({
  method: 'DELETE',
  path: '/v2/sessions',
  tag: 'Sign-in',
  summary: 'Sign out on all devices',
  caller: 'signed-in',
  limits: ['change-account'],
  headers: publicHeaders,
  answer: done,
});

export const signOutDevice = route({
  method: 'DELETE',
  path: '/v2/sessions/:sessionId',
  tag: 'Sign-in',
  summary: 'Sign out on one device',
  caller: 'signed-in',
  limits: ['change-account'],
  headers: publicHeaders,
  params: z.object({ sessionId: id }),
  answer: done,
});

/** Every other session ends; this one continues under a new id. */
export const changePassword = route({
  method: 'POST',
  path: '/ofw/signup/changepassword.form',
  tag: 'Sign-in',
  summary: 'Change the password',
  caller: 'signed-in',
  limits: ['change-password'],
  headers: publicHeaders,
  query: z.object({ _at: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/)) }),
  body: z.object({ currentPassword: typed, password }),
  answer: z.object({ changed: z.literal(true), auth: z.string() }),
});
