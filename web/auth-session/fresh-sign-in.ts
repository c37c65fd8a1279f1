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
 * Calls a route whose row says `fresh`. If the last proof is too old, a dialog asks for one and the call is repeated;
 * without a proof by the same user the rejection is returned.
 */
export async function callFresh<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
): Promise<CallResult<Routes[Key]>> {
  const asker = currentUserId();
  const result = await call(route, input);
  if (result.ok || result.problem.code !== 'FRESH_SIGN_IN_NEEDED') return result;
  return (await requestProof(asker)) ? call(route, input) : result;
}
