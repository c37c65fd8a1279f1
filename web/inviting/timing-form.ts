import * as z from 'zod/mini';
import type { Day } from '#contract/fields/day.ts';
import { languages } from '#contract/fields/languages.ts';
import { type InviteTiming, inviteDayIssue, inviteDaysAhead, inviteWhens } from '#contract/invites/invite-timing.ts';
import { dayFromNow } from '#web/i18n/long-day.ts';

export type TimingValues = { when: InviteTiming['when']; day: string; language: 'en' | 'es' };

/** The range of days, where the inviter lives (IANA name). */
export const dayBounds = (timeZone: string) => ({
  from: dayFromNow(1, timeZone),
  until: dayFromNow(inviteDaysAhead, timeZone),
});

/** The timing form; its day is used for ON_DAY only. */
export const timingSchema = (timeZone: string) =>
  z.object({ when: z.enum(inviteWhens), day: z.string(), language: z.enum(languages) }).check((context) => {
    const { when, day } = context.value;
    const code = when === 'ON_DAY' ? inviteDayIssue({ when, day: chosen(day) }, dayBounds(timeZone)) : null;
    if (code !== null) context.issues.push({ code: 'custom', message: code, path: ['day'], input: context.value });
  });

/** A date field's value is a day, or empty. */
const chosen = (value: string) => (value || null) as Day | null;

export function timingOf({ when, day, language }: TimingValues): InviteTiming {
  return { when, day: when === 'ON_DAY' ? chosen(day) : null, language };
}
