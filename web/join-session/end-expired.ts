import { changeSession } from './session-store.ts';
import type { Transition } from './transitions.ts';

/**
 * A registration key or link token has expired: the session is cleared, with a warning in the console (specification
 * 8).
 */
export function endExpired(transition: Transition): void {
  console.warn('Token expired');
  changeSession(transition);
}
