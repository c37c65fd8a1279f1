import { expect, test } from 'vitest';
import { subscription, waiting, withExpiringCard } from '#web/mock/account-fixtures.ts';
import { mostUrgent } from './most-urgent.ts';

const sent = { email: 'joe@example.com', withdrawn: false, timing: null, byLetter: false, returned: false };
const joe = { firstName: 'Joe', state: 'INVITED', invite: sent } as const;
const toInvite = { firstName: 'Joe', state: 'NOT_INVITED', invite: { ...sent, email: '' } } as const;
const later = { when: 'LATER', day: null, language: 'en' } as const;
const calm = {
  subscription: subscription(),
  others: [],
  deletion: null,
  returnedMail: null,
  unprovenEmail: null,
  coParent: joe,
} as const;
const all = {
  subscription: withExpiringCard,
  others: [{ ...waiting, heldBy: 'Joe' }],
  deletion: { closesOn: '2026-12-21' },
  returnedMail: 'RETURNED',
  unprovenEmail: '',
  coParent: toInvite,
} as const;

test('F11: the start page asks for one thing: an account that closes, then money, then addresses, then the invite', () => {
  expect(mostUrgent(all)).toBe('closing');
  expect(mostUrgent({ ...all, deletion: null })).toBe(all.others[0]);
  expect(mostUrgent({ ...all, deletion: null, others: [] })).toBe('mail');
  expect(mostUrgent({ ...all, deletion: null, others: [], returnedMail: null })).toBe('address');
  expect(mostUrgent({ ...calm, subscription: withExpiringCard, coParent: toInvite })).toBe(withExpiringCard);
  expect(mostUrgent({ ...calm, coParent: toInvite })).toBe('invite');
  expect(mostUrgent(calm)).toBeNull();
});

test.each([
  ['came back', { ...joe, invite: { ...sent, returned: true } }, 'invite'],
  ['waits for its inviter', { ...toInvite, invite: { ...sent, timing: later } }, 'invite'],
  [
    'is sent on a day',
    { ...toInvite, invite: { ...sent, timing: { ...later, when: 'ON_DAY', day: '2027-06-01' } } },
    null,
  ],
  ['is not wanted', { ...toInvite, invite: { ...sent, timing: { ...later, when: 'NEVER' } } }, null],
  ['was withdrawn', { ...joe, state: 'NOT_INVITED', invite: { ...sent, withdrawn: true } }, null],
  ['is given by letter', { ...joe, state: 'NOT_INVITED', invite: { ...sent, email: '', byLetter: true } }, null],
] as const)('an invite that %s: %s', (_, coParent, expected) => {
  expect(mostUrgent({ ...calm, coParent })).toBe(expected);
});
