import { expect, test } from 'vitest';
import { inviteStage } from './case.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-12-21T12:00:00Z');
const earlier = new Date('2026-11-20T12:00:00Z');

test.each([
  ['INVITED', null, 'NOT_INVITED'],
  ['INVITED', { state: 'SUPERSEDED', expiresAt: later }, 'NOT_INVITED'],
  ['INVITED', { state: 'SENT', expiresAt: later }, 'SENT'],
  ['INVITED', { state: 'OPENED', expiresAt: later }, 'OPENED'],
  ['INVITED', { state: 'SENT', expiresAt: earlier }, 'EXPIRED'],
  ['INVITED', { state: 'OPENED', expiresAt: now }, 'EXPIRED'],
  ['INVITED', { state: 'REVOKED', expiresAt: later }, 'REVOKED'],
  ['INVITED', { state: 'ACCEPTED', expiresAt: earlier }, 'JOINED'],
  ['CREDENTIALS_NEEDED', { state: 'OPENED', expiresAt: later }, 'JOINED'],
  ['ACTIVE', null, 'JOINED'],
] as const)('a parent who is %s with the invite %j is %s', (status, invite, stage) => {
  expect(inviteStage({ user: { status }, invite, now })).toBe(stage);
});
