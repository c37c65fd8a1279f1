import type { signIn } from '#contract/api/sign-in.ts';
import { homeRedirect } from '#contract/sign-in/home-redirect.ts';
import type { CallResult } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';

/** Options of every sign-in: where to go next, and whether to remember the session on this device. */
export type SignInChoice = { remember: boolean; redirect?: string };

/**
 * The login page's reaction to a response (specification 4.7, 8). `second-step`: the password is correct, and a second
 * factor is needed; `refused`: the username or the password is wrong; `problem`: another error to show; `unknown`:
 * shown as a warning.
 */
export type SignInOutcome =
  | { kind: 'go'; to: string; userId: string }
  | { kind: 'refused' }
  | { kind: 'second-step'; token: string }
  | { kind: 'problem'; problem: CallProblem }
  | { kind: 'unknown' };

const readable: ReadonlySet<CallProblem['code']> = new Set([
  'TOO_MANY_REQUESTS',
  'VALIDATION',
  'BUSY',
  'FORBIDDEN',
  'TOO_LARGE',
  'UNREADABLE',
  'NEW_RELEASE',
  'UNEXPECTED',
  'OFFLINE',
  'UNREACHABLE',
  'TIMED_OUT',
]);

/**
 * Where to go: the address from the server, else the one `remembered` in this tab for the person, else their start
 * page; never anywhere else (SEC5).
 */
export function signInOutcome(
  result: CallResult<typeof signIn>,
  remembered: (userId: string) => string | null,
): SignInOutcome {
  if (result.ok) {
    const { redirectUrl, url, userId } = result.data;
    if (!redirectUrl && !url) return { kind: 'refused' };
    const to = homeRedirect(redirectUrl) ?? homeRedirect(remembered(userId)) ?? homeRedirect(url);
    return to === null ? { kind: 'unknown' } : { kind: 'go', to, userId };
  }
  if (result.problem.code === 'SIGN_IN_FAILED') return { kind: 'refused' };
  const { secondStepToken } = result.problem;
  if (secondStepToken !== undefined) return { kind: 'second-step', token: secondStepToken };
  return readable.has(result.problem.code) ? { kind: 'problem', problem: result.problem } : { kind: 'unknown' };
}
