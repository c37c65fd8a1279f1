import { call } from '#web/api/call.ts';
import type { LoadPreview } from '#web/inviting/InvitePreview.tsx';
import type { SaveTiming } from '#web/inviting/TimingDialog.tsx';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { inviteTimed } from '#web/join-session/transitions.ts';

/** The preview of this sign-up's invite mail. A time-out is left to the form's own call to report. */
export const loadTypedPreview: LoadPreview = async (selection, signal) => {
  const access = registrationAccess(joinSession());
  return access && call('POST /v2/registrations/:signupId/invite-previews', { ...access, body: selection }, { signal });
};

export const saveTypedTiming: SaveTiming = async (body) => {
  const access = registrationAccess(joinSession());
  if (!access) return null;
  const saved = await call('PUT /v2/registrations/:signupId/invite-timing', { ...access, body });
  if (!saved.ok) return saved.problem;
  changeSession(inviteTimed(saved.data));
  return null;
};
