import * as z from 'zod/mini';
import { type InviteTiming, inviteDayIssue, inviteDaysAhead, inviteWhens } from '#contract/invite-timing.ts';
import { languages } from '#contract/languages.ts';

export type TimingValues = { when: InviteTiming['when']; day: string; language: 'en' | 'es' };

/** A day of this device's calendar, `days` from now. */
export function dayAhead(count: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + count);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export const dayBounds = () => ({ from: dayAhead(1), until: dayAhead(inviteDaysAhead) });

/** The timing form; its day matters for ON_DAY alone. */
export const timingSchema = z
  .object({ when: z.enum(inviteWhens), day: z.string(), language: z.enum(languages) })
  .check((context) => {
    const { when, day } = context.value;
    const code = when === 'ON_DAY' ? inviteDayIssue({ when, day: day || null }, dayBounds()) : null;
    if (code !== null) context.issues.push({ code: 'custom', message: code, path: ['day'], input: context.value });
  });

export function timingOf({ when, day, language }: TimingValues): InviteTiming {
  return { when, day: when === 'ON_DAY' ? day : null, language };
}
