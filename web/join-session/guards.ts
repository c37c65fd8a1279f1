import { type FlowPath, redirectFor } from '#contract/sign-up-flow.ts';
import { joinAddress } from '#web/site/addresses.ts';
import { flowStateOf } from './flow-state.ts';
import { changeSession, joinSession } from './session-store.ts';
import { isPastTimeOut, sessionExpired } from './transitions.ts';

/** Runs before the screen renders: sends people who may not be here yet to where they may be. */
export function guardOf(path: FlowPath): () => string | null {
  return () => {
    if (isPastTimeOut(joinSession(), Date.now())) changeSession(sessionExpired);
    const target = redirectFor(path, flowStateOf(joinSession()));
    return target === null ? null : joinAddress(target);
  };
}
