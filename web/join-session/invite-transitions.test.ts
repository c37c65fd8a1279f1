import { expect, it } from 'vitest';
import type { InviteContext } from '#contract/api/invites.ts';
import { inviteLinkOpened, inviteTold } from './invite-transitions.ts';
import { freshSession, inviteAccess } from './join-session.ts';

it('an invite goes on with the token that takes the place of the one from a letter, and else with its own', () => {
  const opened = inviteLinkOpened({ inviteToken: 'of-the-letter', userId: 'one' })(freshSession());
  const told = {} as InviteContext;
  expect(inviteAccess(inviteTold(told)(opened))).toEqual({
    userId: 'one',
    headers: { 'x-invite-token': 'of-the-letter' },
  });
  expect(inviteAccess(inviteTold(told, 'their-own')(opened))).toEqual({
    userId: 'one',
    headers: { 'x-invite-token': 'their-own' },
  });
});
