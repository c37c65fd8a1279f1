import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import { type CallInput, type CallResult, call } from '#web/api/call.ts';
import { onSignedInChange, signedIn } from './signed-in.ts';

type PendingProof = { proved: Promise<boolean>; answer: (proved: boolean) => void };
const store = createStore<PendingProof | null>(() => null);

/** The pending request that `FreshSignIn` shows; null if there is none. */
export const usePendingProof = (): PendingProof | null => useStore(store);

const currentUserId = (): string | null => {
  const now = signedIn();
  return 'session' in now ? now.session.userId : null;
};

/**
 * Asks `asker` to prove their identity again. Resolves to false if they cancel, and as soon as somebody else or nobody
 * is signed in. Concurrent requests share one dialog.
 */
function requestProof(asker: string | null): Promise<boolean> {
  if (currentUserId() !== asker) return Promise.resolve(false);
  const pending = store.getState();
  if (pending) return pending.proved;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (proved: boolean) => {
    stopListening();
    store.setState(null, true);
    resolve(proved);
  };
  // Otherwise the next person in this tab would prove their own identity for the previous person's request.
  const stopListening = onSignedInChange(() => {
    if (currentUserId() !== asker) answer(false);
  });
  store.setState({ proved: promise, answer }, true);
  return promise;
}

/**
 * Attempts what needs a fresh proof. If the last one is too old, a dialog asks for one and the attempt is repeated;
 * without a proof by the same user the rejection is returned.
 */
export async function withFreshProof<Result>(
  attempt: () => Promise<Result>,
  problemOf: (result: Result) => { code?: string | undefined } | null,
): Promise<Result> {
  const asker = currentUserId();
  const result = await attempt();
  if (problemOf(result)?.code !== 'FRESH_SIGN_IN_NEEDED') return result;
  return (await requestProof(asker)) ? attempt() : result;
}

/** Calls a route whose row says `fresh`. */
export const callFresh = <Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
): Promise<CallResult<Routes[Key]>> =>
  withFreshProof(
    () => call(route, input),
    (result) => (result.ok ? null : result.problem),
  );
