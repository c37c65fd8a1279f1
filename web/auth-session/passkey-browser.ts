import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { proveOwnership } from '#contract/api/ownership-claims.ts';
import type { PasskeyAnswer, PasskeyCreation } from '#contract/api/passkeys.ts';
import type { signIn } from '#contract/api/sign-in.ts';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { type CallResult, call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { SignInChoice } from './sign-in-outcome.ts';

/**
 * Code that needs WebAuthn. Loaded only on the login page, on the security page, and where a fresh proof is requested.
 */
type PasskeyResult = { ok: true; answer: PasskeyAnswer } | { ok: false; problem: CallProblem | null };

export const canUsePasskeys = browserSupportsWebAuthn;

/** An autofill request is dropped if another one began while its challenge was loading. */
let latestRequest = 0;

/** Cancels a pending autofill request, because a browser allows only one request at a time. */
export function cancelPasskeyRequest(): void {
  latestRequest += 1;
  WebAuthnAbortService.cancelCeremony();
}

/** A cancelled dialog or an unknown passkey is no error: the browser's own dialog has explained it. */
const passkeyNotUsed = (): CallProblem => ({
  code: 'PASSKEY_FAILED',
  status: 0,
  message: m.passkey_not_used(),
  validationErrors: [],
});

/**
 * Requests a passkey of this site. `inForm`: as an autofill suggestion of the username's field; a failure is then
 * silent (`problem` null).
 */
async function requestPasskey({ inForm = false }: { inForm?: boolean } = {}): Promise<PasskeyResult> {
  latestRequest += 1;
  const requestNumber = latestRequest;
  if (inForm && !(await browserSupportsWebAuthnAutofill())) return { ok: false, problem: null };
  const challenge = await call('POST /v2/sessions/passkey/options', {});
  if (!challenge.ok) return { ok: false, problem: inForm ? null : challenge.problem };
  // Starting now would cancel the later request, whose dialog may be open.
  if (inForm && requestNumber !== latestRequest) return { ok: false, problem: null };
  const optionsJSON = challenge.data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  try {
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: inForm });
    return { ok: true, answer: answer as unknown as PasskeyAnswer };
  } catch {
    return { ok: false, problem: inForm ? null : passkeyNotUsed() };
  }
}

type SignedInAnswer = CallResult<typeof signIn>;

/** Signs in with a passkey. Null: none was chosen, and there is nothing to show. */
export async function signInByPasskey({
  choice,
  inForm = false,
}: {
  /** Read after the passkey was chosen, because the form may change while a suggestion is pending. */
  choice: () => SignInChoice;
  inForm?: boolean;
}): Promise<SignedInAnswer | null> {
  const passkey = await requestPasskey({ inForm });
  if (!passkey.ok) return passkey.problem && { ok: false, problem: passkey.problem };
  return call('POST /v2/sessions/passkey', { body: { response: passkey.answer, ...choice() } });
}

/** Proves the signed-in user's identity with a passkey. */
export async function proveByPasskey(): Promise<CallProblem | null> {
  const passkey = await requestPasskey();
  if (!passkey.ok) return passkey.problem;
  const result = await call('POST /v2/account/proof', { body: { passkey: passkey.answer } });
  return result.ok ? null : result.problem;
}

/** A passkey for a mailed link. */
export async function askForPasskey(): Promise<
  { ok: true; answer: PasskeyAnswer } | { ok: false; problem: CallProblem }
> {
  const passkey = await requestPasskey();
  return passkey.ok ? passkey : { ok: false, problem: passkey.problem ?? passkeyNotUsed() };
}

/** Proves with a passkey that an account is one's own, without a session. */
export async function proveOwnershipByPasskey(claimToken: string): Promise<CallResult<typeof proveOwnership>> {
  const passkey = await askForPasskey();
  if (!passkey.ok) return passkey;
  const body = { kind: 'PASSKEY', passkey: passkey.answer } as const;
  return call('POST /v2/ownership-claims/proofs', { ...bearer(claimToken), body });
}

/** Creates a passkey with these options; null if its owner cancels or already has one here. */
export async function createPasskey(options: object): Promise<PasskeyCreation | null> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  try {
    return (await startRegistration({ optionsJSON })) as unknown as PasskeyCreation;
  } catch {
    return null;
  }
}
