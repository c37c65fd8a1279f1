import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RouteKey, Routes } from '#contract/api/routes.ts';
import { type CallInput, type CallResult, call } from '#web/api/call.ts';

type Asking = { asked: Promise<boolean>; answer: (proved: boolean) => void };
const store = createStore<Asking | null>(() => null);

/** The question that `FreshSignIn` shows; null when nothing is asked. */
export const useAsking = (): Asking | null => useStore(store);

/** Asks whoever is signed in to prove it once more. False when they would rather not. Two questions are one. */
function askProof(): Promise<boolean> {
  const open = store.getState();
  if (open) return open.asked;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (proved: boolean) => {
    store.setState(null, true);
    resolve(proved);
  };
  store.setState({ asked: promise, answer }, true);
  return promise;
}

/**
 * A call of a route whose row says `fresh`. Where the last proof is too old, the dialog asks for the password, and the
 * call is made again; without a proof its refusal is the answer.
 */
export async function callFresh<Key extends RouteKey>(
  route: Key,
  input: CallInput<Routes[Key]>,
): Promise<CallResult<Routes[Key]>> {
  const result = await call(route, input);
  if (result.ok || result.problem.code !== 'FRESH_SIGN_IN_NEEDED') return result;
  return (await askProof()) ? call(route, input) : result;
}
