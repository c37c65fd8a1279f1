import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { SubscriptionView } from '#contract/api/account.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { latestSubscriptions } from '../account/view-account.ts';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import { hashSecret } from '../secret.ts';
import { addressAt, type Sites } from '../sites.ts';
import type { RenewDependencies } from './renew-subscription.ts';
import { viewSubscription } from './subscription-view.ts';

export type CalendarDependencies = RenewDependencies & { sites: Sites };
type Entry = { day: Day; summary: string; text: string };
type Term = Pick<
  SubscriptionView,
  'state' | 'autoRenew' | 'paidBy' | 'paused' | 'periodEnd' | 'renewal' | 'waiting' | 'heldBy'
>;

/** Calendars refresh once a day, because renewals change no sooner than mails announce. */
const refreshSeconds = 24 * 60 * 60;

/**
 * The calendar entry for one subscription. Calendars are shared and appear on locked screens: the summary names neither
 * people, nor amounts, nor this product, and there is no alarm.
 */
export function entryOf(term: Term, locale: Language): Entry {
  const { state, autoRenew, paidBy, paused, periodEnd: day, renewal, waiting, heldBy } = term;
  const entry = (summary: () => string, text: string): Entry => ({
    day,
    summary: summary(),
    text: heldBy === null ? text : `${m.calendar_for_another({}, { locale })} ${text}`,
  });
  const ends = () => m.calendar_ends({}, { locale });
  const renews = () => m.calendar_renews({}, { locale });
  if (state !== 'CURRENT') return entry(ends, m.calendar_ended_text({}, { locale }));
  if (paidBy !== null && autoRenew) return entry(renews, m.calendar_paid_by_another_text({}, { locale }));
  if (!autoRenew || paidBy !== null) return entry(ends, m.calendar_ends_text({}, { locale }));
  if (paused) return entry(ends, m.calendar_paused_text({}, { locale }));
  const amount = renewal?.amountFormatted ?? '';
  if (waiting !== null) {
    const unpaid = entry(() => m.calendar_unpaid({}, { locale }), m.calendar_unpaid_text({ amount }, { locale }));
    return { ...unpaid, day: waiting.retryOn ?? waiting.endsOn };
  }
  if (!renewal?.amount) return entry(renews, m.calendar_renews_free_text({}, { locale }));
  return entry(renews, m.calendar_renews_text({ amount }, { locale }));
}

/**
 * Differs for each reader: if the calendars of both parents are combined, both entries are kept and neither reveals the
 * other.
 */
const uidOf = (subscriptionId: string, readerId: string): string =>
  hashSecret(`calendar:${subscriptionId}:${readerId}`).toString('hex').slice(0, 32);

/**
 * The renewals and ends of the plans that somebody holds or pays for, as all-day entries in the payer's time zone. An
 * entry's id is stable and its sequence is the subscription's version, so that it moves with the renewal and disappears
 * with the end.
 */
export async function renewalCalendar(
  dependencies: CalendarDependencies,
  { user, language }: { user: User; language: Language },
): Promise<string> {
  const { db, clock, sites } = dependencies;
  const billing = addressAt(sites.of(user), '/app/account/billing').href;
  const calendar = ical({
    name: m.calendar_name({}, { locale: language }),
    prodId: { company: 'calendar', product: 'renewals', language },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const subscription of await latestSubscriptions(db, user.id)) {
    const view = await viewSubscription(dependencies, { subscription, user, language, experiments: {} });
    const { day, summary, text } = entryOf(view, language);
    const over = subscription.state !== 'CURRENT';
    calendar.createEvent({
      id: uidOf(subscription.id, user.id),
      sequence: subscription.version,
      start: Temporal.PlainDate.from(day),
      allDay: true,
      stamp: clock.now(),
      summary,
      description: over ? text : `${text}\n${m.calendar_change({}, { locale: language })}\n${billing}`,
      status: over ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
