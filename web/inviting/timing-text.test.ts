import { afterEach, expect, test } from 'vitest';
import { inviteWhens } from '#contract/invites/invite-timing.ts';
import { startLanguage } from '#web/i18n/language.ts';
import { timingAtPayment, timingText } from './timing-text.ts';

// Test files of one worker share the page's language.
afterEach(() => startLanguage('en'));

const without = (language: 'en' | 'es') => {
  startLanguage(language);
  return inviteWhens.map((when) => timingText({ when, day: null }, ''));
};

test('the sentence on when the invite is sent is correct also while no name is typed', () => {
  expect(without('en')).toEqual([
    "We'll write to your co-parent once you've paid.",
    "We'll write to your co-parent once you've paid.",
    "We'll write to your co-parent when you decide. Nothing is sent today.",
    "You'll print a letter for your co-parent. Nothing is sent by email.",
    "We won't invite your co-parent. Nothing is sent.",
  ]);
  for (const sentence of without('es')) expect(sentence).toMatch(/\ba la otra persona|\bpara la otra persona/);
});

test.each([
  ['2026-11-28T14:59:59Z', 'America/Chicago', 'ON_DAY'],
  ['2026-11-28T15:00:00Z', 'America/Chicago', 'NOW'],
  ['2026-12-02T15:00:00Z', 'America/Chicago', 'NOW'],
  ['2026-11-27T21:59:59Z', 'Australia/Sydney', 'ON_DAY'],
  ['2026-11-27T22:00:00Z', 'Australia/Sydney', 'NOW'],
])('a day begins at nine in the morning where the inviter lives: %s in %s', (at, timeZone, when) => {
  const timing = timingAtPayment({ when: 'ON_DAY', day: '2026-11-28' }, { at: new Date(at), timeZone });
  expect(timing).toEqual({ when, day: when === 'NOW' ? null : '2026-11-28' });
});
