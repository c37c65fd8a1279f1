import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import { type CallInput, type CallResult, call } from '#web/api/call.ts';

type PendingProof = { proved: Promise<boolean>; answer: (proved: boolean) => void };
const store = createStore<PendingProof | null>(() => null);

/** The pending request that `FreshSignIn` shows; null if there is none. */
export const usePendingProof = (): PendingProof | null => useStore(store);

/**
 * Asks the signed-in user to prove their identity again. Resolves to false if they cancel. Concurrent requests share
 * one dialog.
 */
function requestProof(): Promise<boolean> {
  const pending = store.getState();
  if (pending) return pending.proved;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (proved: boolean) => {
    store.setState(null, true);
    resolve(proved);
  };
  store.setState({ proved: promise, answer }, true);
  return promise;
}

/**
 * Calls a route whose row says `fresh`. If the last proof is too old, a dialog asks for one and the call is repeated;
 * without a proof the rejection is returned.
 */
export async function callFresh<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
): Promise<CallResult<Routes[Key]>> {
  const result = await call(route, input);
  if (result.ok || result.problem.code !== 'FRESH_SIGN_IN_NEEDED') return result;
  return (await requestProof()) ? call(route, input) : result;
}
