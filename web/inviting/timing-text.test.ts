import { afterEach, expect, test } from 'vitest';
import { inviteWhens } from '#contract/invite-timing.ts';
import { startLanguage } from '#web/i18n/language.ts';
import { timingText } from './timing-text.ts';

// Test files of one worker share the page's language.
afterEach(() => startLanguage('en'));

const without = (language: 'en' | 'es') => {
  startLanguage(language);
  return inviteWhens.map((when) => timingText({ when, day: null }, ''));
};

test('when the invite leaves is a right sentence also while no name is typed', () => {
  expect(without('en')).toEqual([
    'We write to your co-parent once you have paid.',
    'We write to your co-parent once you have paid.',
    'We write to your co-parent when you say so. Nothing is sent today.',
    'You print a letter for your co-parent. Nothing is sent by email.',
    'We do not invite your co-parent. Nothing is sent.',
  ]);
  for (const sentence of without('es')) expect(sentence).toMatch(/\ba esa persona|\bpara esa persona/);
});
