import * as z from 'zod/mini';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listQueues as listRoute, QueueRow, readQueue as readRoute } from '#contract/api/staff/staff-queues.ts';
import { isSingleLine } from '#contract/fields/typed-text.ts';
import { maySeeQueue, type StaffQueueName, staffQueueNames, staffQueues } from '#contract/staff/staff-queues.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Sellers } from '../documents/sellers.ts';
import { readUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { readSuspension } from '../subscriptions/charge-suspensions.ts';
import { offeredActions, offersForSubject } from './offered-actions.ts';
import { countOf, type Position, pageOf } from './queues/queue.ts';
import { queues } from './queues/queues.ts';
import type { StaffSession } from './staff-session.ts';

type Dependencies = { db: Db; clock: Clock };
type Reader = Pick<StaffSession, 'roles'>;

const suspending = ['SUSPEND_CHARGES', 'RESUME_CHARGES'] as const;

/** Who suspended all automatic charges, and why. */
async function readSuspender(db: Db): Promise<AnswerOf<typeof listRoute>['suspension']> {
  const suspension = await readSuspension(db);
  if (!suspension || suspension.resumedAt !== null) return null;
  const last = await db
    .selectFrom('staffActions')
    .select(['actorName', 'reason'])
    .where('action', '=', 'SUSPEND_CHARGES')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const since = suspension.suspendedAt.toISOString();
  return { since, by: last?.actorName ?? null, reason: last?.reason ?? null };
}

/** The queues of these roles with their counts, and whether all automatic charges are suspended. */
export async function listQueues({ db, clock }: Dependencies, { roles }: Reader): Promise<AnswerOf<typeof listRoute>> {
  const at = clock.now();
  const seen = staffQueueNames.filter((queue) => maySeeQueue(roles, queue));
  return {
    queues: await Promise.all(seen.map(async (queue) => ({ queue, ...(await countOf(db, queues[queue], at)) }))),
    suspension: await readSuspender(db),
    offers: await offersForSubject(db, { roles, names: suspending, subject: 'charges', at }),
  };
}

type Page = { queue: StaffQueueName; after?: string | undefined };

/** A page of a queue. An invalid position reads from the beginning. */
export async function readQueue(
  { db, clock, sellers }: Dependencies & { sellers: Sellers },
  { staff, queue, after }: Page & { staff: Reader },
): Promise<AnswerOf<typeof readRoute> | Refusal<'FORBIDDEN'>> {
  if (!maySeeQueue(staff.roles, queue)) return refuse('FORBIDDEN');
  const page = await pageOf(db, queues[queue], { at: clock.now(), after: positionIn(after) });
  const rows: QueueRow[] = [];
  const { roles } = staff;
  const { actions: names, isAboutPerson } = staffQueues[queue];
  const at = clock.now();
  // Sequentially, so that one page does not use all connections.
  for (const row of page.rows) {
    const user = isAboutPerson && row.userId !== null ? await readUser(db, row.userId) : null;
    const actions = isAboutPerson
      ? user && (await offeredActions(db, { user, sellers, at, roles, among: names }))
      : await offersForSubject(db, { roles, names, subject: row.key, at });
    rows.push({ ...row, actions: actions ?? [] });
  }
  return { rows, next: page.next && `${page.next.since} ${page.next.key}` };
}

const isoInstant = z.iso.datetime({ precision: 3 });

function positionIn(after = ''): Position | null {
  const [, since = '', key = ''] = /^([^ ]+) (.+)$/.exec(after) ?? [];
  // PostgreSQL knows no 30 February, no year 0 and no NUL.
  const isPosition = isoInstant.safeParse(since).success && since > '0001' && isSingleLine(key);
  return isPosition ? { since, key } : null;
}
