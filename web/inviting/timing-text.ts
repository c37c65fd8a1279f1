import type { InviteTiming } from '#contract/invite-timing.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

/** When the invite leaves, in a sentence. */
export function timingText({ when, day }: Pick<InviteTiming, 'when' | 'day'>, name: string): string {
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
