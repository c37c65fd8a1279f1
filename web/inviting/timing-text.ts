import { inviteHour } from '#contract/invites/invite-hour.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

/** A person in a sentence: by first name, or by other words while there is none. */
export const nameOf = (firstName: string): string => firstName || m.account_the_other_parent();

/**
 * The effect of a payment at this moment on a timing, as the server decides it: once the day's morning has come where
 * the inviter lives, the mail is sent at once.
 */
export function timingAtPayment<Timing extends Pick<InviteTiming, 'when' | 'day'>>(
  timing: Timing,
  { at, timeZone }: { at: Date; timeZone: string },
): Timing {
  if (timing.when !== 'ON_DAY' || timing.day === null) return timing;
  // The Swedish format is that of ISO.
  const now = at.toLocaleString('sv', { timeZone });
  const morning = `${timing.day} ${String(inviteHour).padStart(2, '0')}`;
  return now < morning ? timing : { ...timing, when: 'NOW', day: null };
}

/** When the invite is sent, in a sentence. */
export function timingText({ when, day }: Pick<InviteTiming, 'when' | 'day'>, firstName: string): string {
  const name = nameOf(firstName);
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
