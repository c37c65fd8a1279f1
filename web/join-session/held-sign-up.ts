import type { JoinSession } from './join-session.ts';
import { changeSession, joinSession } from './session-store.ts';
import { sessionReset } from './transitions.ts';

/**
 * A sign-up that was rejected because its e-mail is taken. It is removed from the device (specification 4.5), and kept
 * by this page alone until its parent proves the address or leaves.
 */
let held: JoinSession | null = null;

export function holdSignUp(): void {
  const session = joinSession();
  // Rejected twice: the second time the sign-up is already removed.
  if (session.invite !== null || session.signupId !== null || Object.keys(session.drafts).length > 0) held = session;
  changeSession(sessionReset);
}

export const heldSignUp = (): JoinSession | null => held;

/** Puts it back; null if this page keeps none. */
export function resumeHeldSignUp(): JoinSession | null {
  const session = held;
  held = null;
  if (session) changeSession(() => session);
  return session;
}
