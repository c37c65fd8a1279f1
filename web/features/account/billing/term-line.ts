import type { SubscriptionView } from '#contract/api/account.ts';
import type { Day } from '#contract/fields/day.ts';

/** Positions on the timeline of a paid term, in percent. */
export type TermLine = { until: Day; today: number; reminders: readonly number[] };

const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** An unpaid term lasts until the day on which it ends without payment. */
export function termLine({
  term,
  periodEnd,
  waiting,
}: Pick<SubscriptionView, 'term' | 'periodEnd' | 'waiting'>): TermLine {
  const until = waiting?.endsOn ?? periodEnd;
  const [first, last] = [dayNumber(term.from), dayNumber(until)];
  const place = (day: Day) => {
    if (last <= first) return 100;
    return Math.min(100, Math.max(0, Math.round(((dayNumber(day) - first) / (last - first)) * 1_000) / 10));
  };
  // A reminder before the first day belonged to the previous term.
  return { until, today: place(term.today), reminders: term.reminders.filter((day) => day > term.from).map(place) };
}
