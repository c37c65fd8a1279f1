import { afterEach, describe, expect, it } from 'vitest';
import { inviteLinkOf, takeInviteLink } from './invite-link.ts';
import { freshSession } from './join-session.ts';
import { changeSession, joinSession } from './session-store.ts';

const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde';
const userId = '01a1fd71-49d4-70ea-9f9e-5c2f22ff2801';

function openedAt(address: string): { page: Window; replaced: string[] } {
  const replaced: string[] = [];
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => void replaced.push(url),
  };
  return { page: { location: new URL(address), history } as unknown as Window, replaced };
}

describe('an invite’s link', () => {
  afterEach(() => changeSession(() => freshSession()));

  it('has token and user after the #', () => {
    expect(inviteLinkOf(`#token=${token}&user=${userId}`)).toEqual({ inviteToken: token, userId });
  });

  it.each(['', '#main', '#x=1'])('is nothing when the fragment is %j', (hash) => {
    expect(inviteLinkOf(hash)).toBeNull();
  });

  it.each([`#token=${token}`, `#user=${userId}`, `#token=<script>&user=${userId}`, `#token=${token}&user=../../etc`])(
    'that is broken (%s) becomes one the server refuses',
    (hash) => {
      const link = inviteLinkOf(hash);
      expect(link?.inviteToken).toMatch(/^[A-Za-z0-9_-]{20,128}$/);
      expect(link?.userId).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('SEC7: leaves the address and the history at once, and stays in the tab’s session', () => {
    const { page, replaced } = openedAt(
      `https://evenkeel.example/app/join/invite?experiment=a:off#token=${token}&user=${userId}`,
    );
    takeInviteLink(page);
    expect(replaced).toEqual(['/app/join/invite?experiment=a:off']);
    expect(joinSession().invite).toMatchObject({ inviteToken: token, userId, authToken: null });
  });

  it('is not looked for on other pages', () => {
    const { page, replaced } = openedAt(`https://evenkeel.example/app/join/credentials#token=${token}&user=${userId}`);
    takeInviteLink(page);
    expect(replaced).toEqual([]);
    expect(joinSession().invite).toBeNull();
  });

  it('opened again keeps what was done; another one begins anew, whoever used the tab before', () => {
    const open = (user: string) =>
      takeInviteLink(openedAt(`https://evenkeel.example/app/join/invite#token=${token}&user=${user}`).page);
    changeSession((session) => ({ ...session, signupId: 'of-parent-a', registrationKey: 'of-parent-a' }));
    open(userId);
    expect(joinSession()).toMatchObject({ signupId: null, registrationKey: null, lastCompletedStep: 0 });
    changeSession((session) => ({ ...session, lastCompletedStep: 2 }));
    open(userId);
    expect(joinSession().lastCompletedStep).toBe(2);
    open('01a1fd71-49d4-70ea-9f9e-5c2f22ff2899');
    expect(joinSession().lastCompletedStep).toBe(0);
  });
});
