import type { Day } from '#contract/fields/day.ts';
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import { hashSecret } from '../secret.ts';
import { addressAt, type Sites } from '../sites.ts';
import type { RenewDependencies } from './renew-subscription.ts';
import { viewSubscription } from './subscription-view.ts';
import { latestSubscriptions } from '../account/view-account.ts';

export type CalendarDependencies = RenewDependencies & { sites: Sites };
type Entry = { day: Day; summary: string; text: string };
type Term = Pick<
  SubscriptionView,
  'state' | 'autoRenew' | 'paidBy' | 'paused' | 'periodEnd' | 'renewal' | 'waiting' | 'heldBy'
>;

/** Calendars ask once a day: no renewal changes sooner than its mails say. */
const refreshSeconds = 24 * 60 * 60;

/**
 * What stands in the calendar for one subscription. Calendars are shared, and light up on locked screens: the summary
 * names neither people, nor amounts, nor this product, and there is no alarm.
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

/** Another for each reader: calendars of two parents that come together keep both, and tell neither of the other. */
const uidOf = (subscriptionId: string, readerId: string): string =>
  hashSecret(`calendar:${subscriptionId}:${readerId}`).toString('hex').slice(0, 32);

/**
 * The renewals and ends of what somebody holds or pays for, as whole days where the payer lives. An entry keeps its
 * name, and its sequence rises with the subscription's version, so that it moves with the renewal and goes with the
 * end.
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
