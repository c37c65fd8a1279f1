import type { ActivityKind } from '#contract/account/activity.ts';
import { changeOwn } from '../account/change-own.ts';
import { recordActivity } from '../identity/activity.ts';
import { ownerOfFeed, removeFeed, storeFeed } from '../identity/calendar-feed.ts';
import type { EndedMeanwhile } from '../identity/ownership/record-change.ts';
import type { Session } from '../identity/session-repository.ts';
import { readUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { newSecret } from '../secret.ts';
import { addressAt } from '../sites.ts';
import { type CalendarDependencies, renewalCalendar } from './renewal-calendar.ts';

type FeedOwner = { session: Session };

/**
 * Replaces the secret URL of a user's calendar feed. The URL is shown only once. A session that a decision has ended
 * since the call was admitted makes none: the URL would outlast it.
 */
export async function makeFeed(
  { db, clock, sites }: CalendarDependencies,
  { session }: FeedOwner,
): Promise<{ address: string } | EndedMeanwhile> {
  const key = newSecret();
  const refused = await changeOwn({ db, clock }, { session, kind: 'CALENDAR_FEED_MADE' }, async (trx, { user, at }) => {
    await storeFeed(trx, { userId: user.id, key, at });
    return true;
  });
  if (refused) return refused;
  const address = addressAt(sites.of(session.user), '/api/v2/calendar.ics');
  address.searchParams.set('key', key);
  return { address: address.href };
}

/** Removes a user's calendar feed. Idempotent. */
export async function endFeed(
  { db, clock }: CalendarDependencies,
  { session: { user, device } }: FeedOwner,
): Promise<{ removed: boolean }> {
  const kind: ActivityKind = 'CALENDAR_FEED_REMOVED';
  return db.transaction().execute(async (trx) => {
    const removed = await removeFeed(trx, user.id);
    if (removed) await recordActivity(trx, { userId: user.id, kind, device, at: clock.now() });
    return { removed };
  });
}

/** The calendar feed for a secret, in its owner's language. Removed and unknown secrets get the same response. */
export async function readFeedByKey(
  dependencies: CalendarDependencies,
  key: string,
): Promise<string | Refusal<'NOT_FOUND'>> {
  const userId = await ownerOfFeed(dependencies.db, key);
  const user = userId === null ? null : await readUser(dependencies.db, userId);
  // While an ownership claim is open the feed is empty, whichever claimant created it.
  return user && user.frozenAt === null
    ? renewalCalendar(dependencies, { user, language: user.language })
    : refuse('NOT_FOUND');
}
