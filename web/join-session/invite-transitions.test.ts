import { expect, it } from 'vitest';
import type { InviteContext } from '#contract/api/invites/invites.ts';
import { invitedBillingSaved, inviteLinkOpened, inviteLoaded } from './invite-transitions.ts';
import { freshSession, inviteAccess } from './join-session.ts';

it('an invite continues with the token that replaces a letter’s, and else with its own', () => {
  const opened = inviteLinkOpened({ inviteToken: 'of-the-letter', userId: 'one' })(freshSession());
  const loaded = {} as InviteContext;
  expect(inviteAccess(inviteLoaded(loaded)(opened))).toEqual({
    userId: 'one',
    headers: { 'x-invite-token': 'of-the-letter' },
  });
  expect(inviteAccess(inviteLoaded(loaded, 'their-own')(opened))).toEqual({
    userId: 'one',
    headers: { 'x-invite-token': 'their-own' },
  });
});

it('L5: a saved billing address leaves no draft', () => {
  const session = { ...freshSession(), drafts: { billing: { address: { line1: '12 Ma' } }, build: {} } };
  expect(invitedBillingSaved({} as Parameters<typeof invitedBillingSaved>[0])(session).drafts).toEqual({ build: {} });
});
