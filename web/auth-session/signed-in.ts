import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionView } from '#contract/api/sign-in.ts';
import { signedInCookie } from '#contract/boot.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { writeDatesAsIn } from '#web/i18n/language.ts';
import { returnOnly } from './return-to.ts';
import { notifyTabs } from './tabs.ts';

/**
 * The session as far as this tab knows. `ended`: it ended under an open page; the user is remembered, so that they can
 * log in again and continue.
 */
export type SignedIn =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'in'; session: SessionView }
  | { state: 'ended'; session: SessionView };

const store = createStore<SignedIn>(() => ({ state: 'unknown' }));
const change = (next: SignedIn) => {
  markSignedIn(next.state === 'in');
  if ('session' in next) writeDatesAsIn(next.session.country);
  store.setState(next, true);
};

/** The page's root has this mark if the cookie is there (`prerender-document.ts`). */
export const markSignedIn = (isSignedIn: boolean) =>
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);

export const signedIn = (): SignedIn => store.getState();

/** The session is read again when it is needed. */
export const forgetState = (): void => store.setState({ state: 'unknown' }, true);

/** Calls the listener at every change. Returns the unsubscribe function. */
export const onSignedInChange = store.subscribe;

/** Prerendered pages are signed out, and so is the first render, which must match them. */
export const useSignedIn = (): SignedIn => useStore(store);

/** Whether the session is worth checking: without the marker cookie nobody is signed in, nor during prerendering. */
export function maybeSignedIn(): boolean {
  if (typeof document === 'undefined') return false;
  return document.cookie.includes(`${signedInCookie}=`);
}

/** Loaded on demand: most visitors of the first pages are not signed in. */
const sessionCalls = () => import('./session-calls.ts');

/** Reads the session from the server. On a problem the known state stays. */
export async function refreshSession(): Promise<CallProblem | null> {
  const { fetchSession } = await sessionCalls();
  const result = await fetchSession();
  if (!result.ok) return result.problem;
  const { session } = result.data;
  change(session ? { state: 'in', session } : { state: 'out' });
  return null;
}

/** The session ended under this page; other tabs are notified. */
export function sessionEnded({ shouldNotify }: { shouldNotify: boolean }): void {
  const now = signedIn();
  if (now.state !== 'in') return;
  returnOnly(now.session.userId);
  change({ ...now, state: 'ended' });
  if (shouldNotify) notifyTabs({ kind: 'ended' });
}

/** The user signed out. */
export function signedOut(): void {
  change({ state: 'out' });
  notifyTabs({ kind: 'ended' });
}
