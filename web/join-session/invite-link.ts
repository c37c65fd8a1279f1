import { secretsOf } from '#contract/sign-in/mailed-link.ts';
import { inviteLinkOpened } from './invite-transitions.ts';
import { changeSession } from './session-store.ts';

const tokenPattern = /^[A-Za-z0-9_-]{20,128}$/;
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Placeholders for an invalid link: the server then rejects it like any other invalid one. */
const noToken = 'x'.repeat(20);
const noUser = '00000000-0000-4000-8000-000000000000';

/** Token and user of `#token=…&user=…`; null if the fragment contains neither. */
export function inviteLinkOf(hash: string): { inviteToken: string; userId: string } | null {
  const found = secretsOf(hash, ['token', 'user']) ?? secretsOf(hash, ['user', 'token'])?.toReversed();
  if (!found) return null;
  const [token = '', userId = ''] = found;
  return {
    inviteToken: tokenPattern.test(token) ? token : noToken,
    userId: idPattern.test(userId) ? userId : noUser,
  };
}

/** Stores an invite link's token and removes it from address bar and history (SEC7). */
export function takeInviteLink(page: Window): void {
  const { pathname, search, hash } = page.location;
  if (!/\/join\/invite\/?$/.test(pathname)) return;
  const link = inviteLinkOf(hash);
  if (link === null) return;
  changeSession(inviteLinkOpened(link));
  page.history.replaceState(page.history.state, '', pathname + search);
}
