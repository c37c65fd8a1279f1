import { type ActivityKind, activityKinds, isActivityKind } from '#contract/account/activity.ts';
import type { Backing } from '#contract/account/ownership.ts';
import { hours } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import type { DatedProof, OwnershipPart } from './ownership/ownership-change.ts';

export type Activity = {
  id: string;
  kind: ActivityKind;
  device: string;
  detail: string | null;
  at: Date;
  /** What backed a change that could hand the account over; null for other changes. */
  proofs: { kind: Backing }[] | null;
  undoneAt: Date | null;
};
type NewActivity = {
  userId: string;
  kind: ActivityKind;
  /** Of the session, as `deviceOf` returns it: never an address or a whole user agent. */
  device: string;
  at: Date;
  /** The owner's own words, such as the name of a passkey; nothing about anybody else. */
  detail?: string;
  /** Only from `recordOwnershipChange`. */
  ownership?: { part: OwnershipPart; proofs: DatedProof[]; before: unknown };
};

/**
 * Logs a change to an account in the transaction that makes it, and queues the mail to its owner, unless the kind has a
 * mail of its own (`contract/account/activity.ts`).
 */
export async function recordActivity(trx: Trx, { detail, ownership, ...activity }: NewActivity): Promise<void> {
  const id = newId(activity.at);
  await trx
    .insertInto('accountActivity')
    .values({
      ...activity,
      id,
      detail: detail ?? null,
      ...(ownership && {
        part: ownership.part,
        proofs: JSON.stringify(ownership.proofs),
        before: JSON.stringify(ownership.before),
      }),
    })
    .execute();
  if (activityKinds[activity.kind].mail === 'change')
    await enqueue(trx, { name: 'send-account-change', payload: { activityId: id }, key: `account-change:${id}` });
}

const columns = ['id', 'kind', 'device', 'detail', 'at', 'proofs', 'undoneAt'] as const;

/** The changes to a user's account, latest first; `before`: the id of the last known one. */
export async function listActivity(
  db: DbOrTrx,
  { userId, before, limit }: { userId: string; before: string | undefined; limit: number },
): Promise<Activity[]> {
  const rows = await db
    .selectFrom('accountActivity')
    .select(columns)
    .where('userId', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ kind, ...row }) => (isActivityKind(kind) ? [{ ...row, kind }] : []));
}

export async function readActivity(db: DbOrTrx, id: string): Promise<(Activity & { userId: string }) | null> {
  const row = await db
    .selectFrom('accountActivity')
    .select([...columns, 'userId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && isActivityKind(row.kind) ? { ...row, kind: row.kind } : null;
}

/** Changes of the same kind before this one, in the same third of a day. */
export async function activitiesLike(
  db: DbOrTrx,
  { id, userId, kind, at }: Activity & { userId: string },
): Promise<number> {
  const since = new Date(Math.floor(at.getTime() / hours(8)) * hours(8));
  const { before } = await db
    .selectFrom('accountActivity')
    .select((eb) => eb.fn.countAll<string>().as('before'))
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('id', '<', id)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(before);
}

/** The list is deleted with its owner's account. */
export async function forgetActivity(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('accountActivity').where('userId', '=', userId).execute();
}
