import { call } from '#web/api/call.ts';
import type { LoadPreview } from '#web/inviting/InvitePreview.tsx';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { joinSession } from '#web/join-session/session-store.ts';

/** The invite's mail of this sign-up; a time-out is for the form's own call to find. */
export const loadTypedPreview: LoadPreview = async (wish, signal) => {
  const access = registrationAccess(joinSession());
  return access && call('POST /v2/registrations/:signupId/invite-previews', { ...access, body: wish }, { signal });
};
