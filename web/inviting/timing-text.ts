import type { InviteTiming } from '#contract/invite-timing.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

/** Whom a sentence is about: by name, or while none is typed by other words that stand within it. */
export const nameWithin = (firstName: string): string =>
  firstName === '' ? m.inviting_your_co_parent_within() : firstName;

/** When the invite leaves, in a sentence. */
export function timingText({ when, day }: Pick<InviteTiming, 'when' | 'day'>, firstName: string): string {
  const name = nameWithin(firstName);
  if (when === 'ON_DAY' && day !== null) return m.inviting_text_on_day({ name, date: longDay(day) });
  const texts = {
    NOW: m.inviting_text_now,
    ON_DAY: m.inviting_text_now,
    LATER: m.inviting_text_later,
    LETTER: m.inviting_text_letter,
    NEVER: m.inviting_text_never,
  };
  return texts[when]({ name });
}
