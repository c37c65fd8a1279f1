import type { InviteTiming } from '#contract/invite-timing.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

/** A person inside a sentence: by first name, or by other words while there is none. */
export const nameWithin = (firstName: string): string =>
  firstName === '' ? m.inviting_your_co_parent_within() : firstName;

/** When the invite is sent, in a sentence. */
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
