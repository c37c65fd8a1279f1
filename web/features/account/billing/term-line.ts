import type { SubscriptionView } from '#contract/api/account.ts';

/** Where things stand on the line of a paid term, in hundredths of its length. */
export type TermLine = { until: string; today: number; reminders: readonly number[] };

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** A term that waits for its payment goes on to the day on which it ends without one. */
export function termLine({
  term,
  periodEnd,
  waiting,
}: Pick<SubscriptionView, 'term' | 'periodEnd' | 'waiting'>): TermLine {
  const until = waiting?.endsOn ?? periodEnd;
  const [first, last] = [dayNumber(term.from), dayNumber(until)];
  const place = (day: string) => {
    if (last <= first) return 100;
    return Math.min(100, Math.max(0, Math.round(((dayNumber(day) - first) / (last - first)) * 1_000) / 10));
  };
  // A reminder before the first day of a term was for the one before it.
  return { until, today: place(term.today), reminders: term.reminders.filter((day) => day > term.from).map(place) };
}
