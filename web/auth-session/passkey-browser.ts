import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { PasskeyAnswer, PasskeyCreation } from '#contract/api/passkeys.ts';
import type { signIn } from '#contract/api/sign-in.ts';
import { m } from '#messages/messages.js';
import { type CallResult, call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import type { SignInChoice } from './sign-in-outcome.ts';

/**
 * What only a browser with passkeys can do. Loaded on the login page, on the security page, and where a proof is asked
 * for; on no other.
 */
type Answered = { ok: true; answer: PasskeyAnswer } | { ok: false; problem: CallProblem | null };

export const canUsePasskeys = browserSupportsWebAuthn;

/** Counts questions: one for a form is dropped when, by the time its challenge has come, it is no longer the latest. */
let latest = 0;

/** Ends a question that waits in a form, or is on its way there, so that another can be asked. */
export function stopAsking(): void {
  latest += 1;
  WebAuthnAbortService.cancelCeremony();
}

/** Somebody who changes their mind, or whom the device does not know, is no fault: the window they closed said so. */
const notAnswered = (): CallProblem => ({
  code: 'PASSKEY_FAILED',
  status: 0,
  message: m.passkey_not_used(),
  validationErrors: [],
});

/**
 * Asks the browser for a passkey of this site. `inForm`: only among the suggestions of the username's field; then
 * nobody hears of a refusal (`problem` null).
 */
async function askPasskey({ inForm = false }: { inForm?: boolean } = {}): Promise<Answered> {
  latest += 1;
  const mine = latest;
  if (inForm && !(await browserSupportsWebAuthnAutofill())) return { ok: false, problem: null };
  const challenge = await call('POST /v2/sessions/passkey/options', {});
  if (!challenge.ok) return { ok: false, problem: inForm ? null : challenge.problem };
  // To begin now would end the question that was asked meanwhile, whose window may stand open.
  if (inForm && mine !== latest) return { ok: false, problem: null };
  const optionsJSON = challenge.data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  try {
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: inForm });
    return { ok: true, answer: answer as unknown as PasskeyAnswer };
  } catch {
    return { ok: false, problem: inForm ? null : notAnswered() };
  }
}

type SignedInAnswer = CallResult<typeof signIn>;

/** Signs in with a passkey that its owner chooses. Null: none was chosen, and nothing is to be said. */
export async function signInByPasskey({
  choice,
  inForm = false,
}: {
  /** Asked once the passkey was chosen: a suggestion waits while the form is filled in. */
  choice: () => SignInChoice;
  inForm?: boolean;
}): Promise<SignedInAnswer | null> {
  const asked = await askPasskey({ inForm });
  if (!asked.ok) return asked.problem && { ok: false, problem: asked.problem };
  return call('POST /v2/sessions/passkey', { body: { response: asked.answer, ...choice() } });
}

/** Proves by a passkey who is signed in. */
export async function proveByPasskey(): Promise<CallProblem | null> {
  const asked = await askPasskey();
  if (!asked.ok) return asked.problem;
  const result = await call('POST /v2/account/proof', { body: { passkey: asked.answer } });
  return result.ok ? null : result.problem;
}

/** Has the browser make a passkey of these options; null when its owner would rather not, or it has one already. */
export async function createPasskey(options: object): Promise<PasskeyCreation | null> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  try {
    return (await startRegistration({ optionsJSON })) as unknown as PasskeyCreation;
  } catch {
    return null;
  }
}
