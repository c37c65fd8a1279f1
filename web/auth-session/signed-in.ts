import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionView } from '#contract/api/sign-in.ts';
import { signedInCookie } from '#contract/boot.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { tellTabs } from './tabs.ts';

/**
 * Who is signed in, as far as this tab knows. `ended`: the session ended under a page that was open; who it was stays
 * known, so that they can go on where they were.
 */
export type SignedIn =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'in'; session: SessionView }
  | { state: 'ended'; session: SessionView };

const store = createStore<SignedIn>(() => ({ state: 'unknown' }));
const change = (next: SignedIn) => {
  // A page comes with this mark where the cookie is there (`prerender-document.ts`).
  document.documentElement.toggleAttribute('data-signed-in', next.state === 'in');
  store.setState(next, true);
};

export const signedIn = (): SignedIn => store.getState();

/** Prerendered pages know nobody: so does the first render that takes them over. */
export const useSignedIn = (): SignedIn => useStore(store);

/**
 * Whether it is worth asking. Where the marker is missing, nobody is signed in; nor is anybody where a page is rendered
 * ahead.
 */
export function maybeSignedIn(): boolean {
  if (typeof document === 'undefined') return false;
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${signedInCookie}=`));
}

/** Loaded when somebody is asked for: most visitors of the first pages are not signed in. */
const sessionCalls = () => import('./session-calls.ts');

/** Asks the server who is signed in. A problem leaves what was known. */
export async function refreshSession(): Promise<CallProblem | null> {
  const { askSession } = await sessionCalls();
  const result = await askSession();
  if (!result.ok) return result.problem;
  const { session } = result.data;
  change(session ? { state: 'in', session } : { state: 'out' });
  return null;
}

/** The session ended under this page; other tabs are told. */
export function sessionEnded({ tell }: { tell: boolean }): void {
  const now = signedIn();
  if (now.state !== 'in') return;
  change({ ...now, state: 'ended' });
  if (tell) tellTabs({ kind: 'ended' });
}

/** Somebody left on purpose. */
export function signedOut(): void {
  change({ state: 'out' });
  tellTabs({ kind: 'ended' });
}

/** Somebody signed in here; other tabs of the same person go on. */
export async function signedInHere(userId: string): Promise<void> {
  await refreshSession();
  tellTabs({ kind: 'signed-in', userId });
}
