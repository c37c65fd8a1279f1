import * as z from 'zod/mini';
import { id } from '../fields/fields.ts';
import { normaliseCharacters } from '../fields/typed-text.ts';
import { redirect, remember } from '../sign-in/sign-in-form.ts';
import { standing } from './account-activity.ts';
import { bearerHeaders, publicHeaders } from './headers.ts';
import { factorCode, passkeyAnswer, passkeyCreation, passkeyName } from './passkeys.ts';
import { route } from './route.ts';
import { signedInView } from './sign-in.ts';

/** Second factors: the user's own, those that a sign-in requires, and recovery when all are lost. */
const own = { tag: 'Second factors', headers: publicHeaders, caller: 'signed-in' } as const;
const step = { tag: 'Second factors', headers: bearerHeaders, caller: 'second-step' } as const;

/** As typed by somebody who may have chosen no question. */
export const securityAnswer = z.object({
  securityAnswer: z.optional(z.string().check(z.maxLength(100))),
  securityCode: z.optional(z.string().check(z.overwrite(normaliseCharacters), z.maxLength(4))),
});
const codeBody = z.object({ code: factorCode });
/** Shown once; null if there were codes already. */
const added = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
const removed = z.object({ removed: z.literal(true) });

export const factorsView = z.object({
  /** One must remain: the configuration requires it for this role. */
  required: z.boolean(),
  totp: z.nullable(z.object({ addedAt: z.iso.datetime(), standing })),
  passkeys: z.array(
    z.object({
      id,
      name: z.string(),
      standing,
      /** Host of the site where it works; null if it works here. */
      worksAt: z.nullable(z.string()),
      addedAt: z.iso.datetime(),
      usedAt: z.nullable(z.iso.datetime()),
    }),
  ),
  recoveryCodesLeft: z.int(),
  /** How the password and the recovery codes stand. */
  passwordStanding: standing,
  recoveryCodesStanding: standing,
});
export type FactorsView = z.output<typeof factorsView>;

export const readSecondFactors = route({
  method: 'GET',
  path: '/v2/account/second-factors',
  ...own,
  summary: 'List second factors',
  limits: ['read'],
  answer: factorsView,
});

export const beginTotp = route({
  method: 'POST',
  path: '/v2/account/second-factors/totp',
  ...own,
  fresh: true,
  summary: 'Start adding an authenticator app; its secret is shown once',
  limits: ['change-account'],
  errors: ['CONFLICT'],
  answer: z.object({ secret: z.string(), uri: z.string() }),
});

/** Its code proves nothing to us, only that the app was set up: trying it is not guessing a secret. */
export const confirmTotp = route({
  method: 'POST',
  path: '/v2/account/second-factors/totp/confirmation',
  ...own,
  fresh: true,
  summary: 'Activate the authenticator app with its first code',
  limits: ['change-account'],
  errors: ['WRONG_CODE'],
  body: codeBody,
  answer: added,
});

export const removeTotp = route({
  method: 'DELETE',
  path: '/v2/account/second-factors/totp',
  ...own,
  fresh: true,
  summary: 'Remove the authenticator app',
  limits: ['change-account'],
  errors: ['NOT_FOUND', 'SECOND_FACTOR_REQUIRED'],
  answer: removed,
});

export const remakeRecoveryCodes = route({
  method: 'POST',
  path: '/v2/account/second-factors/recovery-codes',
  ...own,
  fresh: true,
  summary: 'Replace the recovery codes with ten new ones',
  limits: ['change-account'],
  errors: ['CONFLICT'],
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const beginPasskey = route({
  method: 'POST',
  path: '/v2/account/passkeys/options',
  ...own,
  fresh: true,
  summary: 'Get the options for creating a passkey',
  limits: ['change-account'],
  errors: ['CONFLICT'],
  answer: z.object({ options: z.looseObject({ challenge: z.string() }) }),
});

export const addPasskey = route({
  method: 'POST',
  path: '/v2/account/passkeys',
  ...own,
  fresh: true,
  summary: 'Add a created passkey',
  limits: ['change-account'],
  errors: ['PASSKEY_FAILED', 'CONFLICT'],
  body: z.object({ name: passkeyName, response: passkeyCreation }),
  answer: added,
});

export const renamePasskey = route({
  method: 'PUT',
  path: '/v2/account/passkeys/:passkeyId',
  ...own,
  summary: 'Rename a passkey',
  limits: ['change-account'],
  params: z.object({ passkeyId: id }),
  body: z.object({ name: passkeyName }),
  answer: z.object({ name: z.string() }),
});

export const removePasskey = route({
  method: 'DELETE',
  path: '/v2/account/passkeys/:passkeyId',
  ...own,
  fresh: true,
  summary: 'Remove a passkey',
  limits: ['change-account'],
  errors: ['SECOND_FACTOR_REQUIRED'],
  params: z.object({ passkeyId: id }),
  answer: removed,
});

/** For a sign-in or a proof: the browser offers its passkeys. */
export const askPasskeyChallenge = route({
  method: 'POST',
  path: '/v2/sessions/passkey/options',
  tag: 'Second factors',
  headers: publicHeaders,
  caller: 'anyone',
  summary: 'Get the options for using a passkey',
  limits: ['ask-passkey-challenge'],
  answer: z.object({ options: z.looseObject({ challenge: z.string() }) }),
});

export const signInWithPasskey = route({
  method: 'POST',
  path: '/v2/sessions/passkey',
  tag: 'Second factors',
  headers: publicHeaders,
  caller: 'anyone',
  summary: 'Sign in with a passkey, which counts as both factors',
  limits: ['use-passkey'],
  errors: ['PASSKEY_FAILED'],
  body: z.object({ response: passkeyAnswer, redirect, remember }),
  answer: signedInView,
});

/** How the sign-in of this token can continue. */
export const readSecondStep = route({
  method: 'GET',
  path: '/v2/sessions/second-step',
  ...step,
  summary: 'List the second factors available to a sign-in',
  limits: ['use-token'],
  answer: z.object({
    totp: z.boolean(),
    /** Whether a passkey works at this site. */
    passkey: z.boolean(),
    /** Where to log in with a passkey, if all of them work only at another site. */
    passkeyLogin: z.nullable(z.url()),
    recoveryCodes: z.boolean(),
    /** Asked, together with the code, when every factor is lost; null if none was ever chosen. */
    securityQuestion: z.nullable(z.string()),
    /** When every factor is removed, unless that is stopped; null if it was not requested. */
    resetAt: z.nullable(z.iso.datetime()),
  }),
});

export const finishSecondStep = route({
  method: 'POST',
  path: '/v2/sessions/second-step',
  ...step,
  summary: "Complete a sign-in with an app's code or a recovery code",
  limits: ['second-factor'],
  errors: ['WRONG_CODE'],
  body: z.object({ code: factorCode, redirect, remember }),
  answer: signedInView,
});

export const askFactorReset = route({
  method: 'POST',
  path: '/v2/sessions/second-step/reset',
  ...step,
  summary: 'Request the removal of all second factors in 72 hours, which any notified owner can stop',
  limits: ['ask-factor-reset'],
  errors: ['SECURITY_ANSWER_WRONG', 'SECURITY_TRIES_USED_UP'],
  body: securityAnswer,
  answer: z.object({ resetAt: z.iso.datetime() }),
});

const stopped = z.object({
  /** DONE: too late. */
  state: z.enum(['STOPPED', 'DONE']),
});

export const readFactorReset = route({
  method: 'GET',
  path: '/v2/account/factor-reset',
  ...own,
  summary: 'Get whether and when all second factors are removed',
  limits: ['read'],
  answer: z.object({ resetAt: z.nullable(z.iso.datetime()) }),
});

export const stopOwnFactorReset = route({
  method: 'DELETE',
  path: '/v2/account/factor-reset',
  ...own,
  summary: 'Stop the removal of all second factors from a session that is older than what is in dispute',
  limits: ['change-account'],
  errors: ['OLDER_PROOF_NEEDED'],
  answer: stopped,
});

export const stopFactorResetByLink = route({
  method: 'POST',
  path: '/v2/factor-resets/stop',
  tag: 'Second factors',
  headers: bearerHeaders,
  caller: 'factor-reset-link',
  summary: 'Stop the removal of all second factors by the link of a mail or text',
  limits: ['use-token'],
  answer: stopped,
});
