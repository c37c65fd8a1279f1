import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { inviteStage } from './case.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

test.each([
  ['INVITED', null, 'NOT_INVITED'],
  ['INVITED', { state: 'SUPERSEDED', invitedAt: ago(0) }, 'NOT_INVITED'],
  ['INVITED', { state: 'SENT', invitedAt: ago(0) }, 'INVITED'],
  ['INVITED', { state: 'OPENED', invitedAt: ago(days(29)) }, 'INVITED'],
  ['INVITED', { state: 'SENT', invitedAt: ago(days(31)) }, 'EXPIRED'],
  ['INVITED', { state: 'OPENED', invitedAt: ago(days(30)) }, 'EXPIRED'],
  ['INVITED', { state: 'REVOKED', invitedAt: ago(0) }, 'REVOKED'],
  ['CREDENTIALS_NEEDED', { state: 'OPENED', invitedAt: ago(0) }, 'INVITED'],
  ['ACTIVE', { state: 'ACCEPTED', invitedAt: ago(0) }, 'JOINED'],
  ['ACTIVE', null, 'JOINED'],
] as const)('P2: a professional sees a parent who is %s with the invite %j as %s', (status, invite, stage) => {
  expect(inviteStage({ user: { status }, invite, now })).toBe(stage);
});
