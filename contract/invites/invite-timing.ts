import * as z from 'zod/mini';
import type { Day } from '../fields/day.ts';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { day } from '../fields/fields.ts';
import { languages } from '../fields/languages.ts';

/** When the co-parent is invited, and how. NOW: once the sign-up is paid. LATER: when the inviter says so. */
export const inviteWhens = ['NOW', 'ON_DAY', 'LATER', 'LETTER', 'NEVER'] as const;
export type InviteWhen = (typeof inviteWhens)[number];

/** `day`: for ON_DAY only, where the inviter lives. `language`: of the invite; by default the inviter's. */
export const inviteTiming = z.object({
  when: z.enum(inviteWhens),
  day: z._default(z.nullable(day), null),
  language: z.optional(z.enum(languages)),
});
export type InviteTiming = z.output<typeof inviteTiming>;

/** How many days ahead a day may be. */
export const inviteDaysAhead = 365;

/** What is wrong with the day; `from` and `until` are the first and the last valid ones. */
export function inviteDayIssue(
  { when, day }: Pick<InviteTiming, 'when' | 'day'>,
  { from, until }: { from: Day; until: Day },
): FieldErrorCode | null {
  if (when !== 'ON_DAY') return day === null ? null : 'invite_day';
  return day === null || day < from || day > until ? 'invite_day' : null;
}
