import type { BootData } from '#contract/boot.ts';
import type { AnnouncementPlace } from '#contract/staff/announcements.ts';
import type { Clock } from '../clock.ts';
import { cachedRead } from '../db/cached-read.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

export const announcementColumns = [
  'number',
  'place',
  'english',
  'spanish',
  'endsAt',
  'writtenAt',
  'publishedAt',
] as const;
export type Announcement = Row<'announcements', typeof announcementColumns>;

/** For each place the latest published one, ended or not. */
export const latestAnnouncements = (db: DbOrTrx): Promise<Announcement[]> =>
  db
    .selectFrom('announcements')
    .distinctOn('place')
    .select(announcementColumns)
    .where('publishedAt', 'is not', null)
    .orderBy('place')
    .orderBy('publishedAt', 'desc')
    .orderBy('number', 'desc')
    .execute();

/** Drafts. One whose end has passed counts as over. */
export const writtenAnnouncements = (db: DbOrTrx, at: Date): Promise<Announcement[]> =>
  db
    .selectFrom('announcements')
    .select(announcementColumns)
    .where('publishedAt', 'is', null)
    .where('endsAt', '>', at)
    .orderBy('number', 'desc')
    .limit(20)
    .execute();

const bootKeys = { BANNER: 'banner', OFFER: 'offer' } as const satisfies Record<AnnouncementPlace, keyof BootData>;
type ReaderOptions = { db: Db; clock: Clock; maxAgeMs?: number };
type AnnouncementTexts = Pick<BootData, (typeof bootKeys)[AnnouncementPlace]>;

/**
 * The announcements for pages at this moment. Empty if none is running, or if they cannot be read: pages then show the
 * built-in text.
 */
export function announcementReader({ db, clock, maxAgeMs = 10_000 }: ReaderOptions): () => Promise<AnnouncementTexts> {
  const read = cachedRead(() => latestAnnouncements(db), maxAgeMs);
  return async () => {
    const latest = await read().catch(() => []);
    const running = latest.filter(({ endsAt }) => endsAt > clock.now());
    return Object.fromEntries(
      running.map(({ place, english, spanish }) => [bootKeys[place], { en: english, es: spanish }]),
    );
  };
}
