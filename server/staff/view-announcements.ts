import type { AnswerOf } from '#contract/api/route.ts';
import type { AnnouncementRow, listAnnouncements as listRoute } from '#contract/api/staff/staff-codes.ts';
import { announcementColumns, latestAnnouncements } from '../catalog/announcements.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { offersForSubject } from './offered-actions.ts';
import type { StaffSession } from './staff-session.ts';

const names = ['WRITE_ANNOUNCEMENT', 'PUBLISH_ANNOUNCEMENT', 'END_ANNOUNCEMENT'] as const;

/** The latest announcements first, whether they were published or not. */
export async function listAnnouncements(
  { db, clock }: { db: Db; clock: Clock },
  { roles }: StaffSession,
): Promise<AnswerOf<typeof listRoute>> {
  const at = clock.now();
  const [rows, latest, offers] = await Promise.all([
    db.selectFrom('announcements').select(announcementColumns).orderBy('number', 'desc').limit(50).execute(),
    latestAnnouncements(db),
    offersForSubject(db, { names, roles, subject: 'announcements', at }),
  ]);
  const stateOf = ({ number, publishedAt, endsAt }: (typeof rows)[number]): AnnouncementRow['state'] => {
    if (endsAt <= at) return 'OVER';
    if (publishedAt === null) return 'DRAFT';
    return latest.some((each) => each.number === number) ? 'IN_FORCE' : 'OVER';
  };
  const announcements = rows.map(({ writtenAt: _writtenAt, ...row }) => ({
    ...row,
    state: stateOf(row as (typeof rows)[number]),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    endsAt: row.endsAt.toISOString(),
  }));
  return { announcements, offers };
}
