import { type FlowPath, redirectFor } from '#contract/sign-up/sign-up-flow.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { flowStateOf } from './flow-state.ts';
import { changeSession, joinSession } from './session-store.ts';
import { isPastTimeOut, sessionExpired } from './transitions.ts';

/** Runs before a screen renders: redirects to the furthest step that is allowed. */
export function guardOf(path: FlowPath): () => string | null {
  return () => {
    if (isPastTimeOut(joinSession(), Date.now())) changeSession(sessionExpired);
    const target = redirectFor(path, flowStateOf(joinSession()));
    return target === null ? null : joinAddress(target);
  };
}
