import { changeSession } from './session-store.ts';
import type { Transition } from './transitions.ts';

/** A key or a link's token is over: the state goes, and the console says so (specification 8). */
export function endExpired(transition: Transition): void {
  console.warn('Token expired');
  changeSession(transition);
}
