import { forgetState, markSignedIn, refreshSession, signedIn } from './signed-in.ts';
import { notifyTabs } from './tabs.ts';

/** A user signed in here; other tabs of the same user continue. */
export async function signedInHere(userId: string): Promise<void> {
  // Should reading the session fail, the header must not change on a later page, which reads it again.
  markSignedIn(true);
  const problem = await refreshSession();
  if (problem && signedIn().state === 'out') forgetState();
  notifyTabs({ kind: 'signed-in', userId });
}
