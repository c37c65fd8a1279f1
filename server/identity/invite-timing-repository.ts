import type { Day } from '#contract/fields/day.ts';
import type { InviteWhen } from '#contract/invites/invite-timing.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

const timingColumns = ['userId', 'inviterUserId', 'timing', 'day'] as const;
/** When an invite that has not been issued will be. */
export type WaitingTiming = Row<'inviteTimings', typeof timingColumns>;

/** Null if nothing is scheduled: an invite was issued, or there is nobody to invite. */
export async function readTiming(db: DbOrTrx, userId: string): Promise<WaitingTiming | null> {
  return (
    (await db.selectFrom('inviteTimings').select(timingColumns).where('userId', '=', userId).executeTakeFirst()) ?? null
  );
}

type NewTiming = {
  userId: string;
  inviterUserId: string;
  when: Exclude<InviteWhen, 'NOW'>;
  day: Day | null;
  at: Date;
};

/** To be called with the invited person locked: an invite may be issued at the same time. */
export async function setTiming(trx: Trx, { when, at, ...row }: NewTiming): Promise<void> {
  const values = { ...row, timing: when, changedAt: at };
  await trx
    .insertInto('inviteTimings')
    .values(values)
    .onConflict((on) => on.column('userId').doUpdateSet({ timing: when, day: row.day, changedAt: at }))
    .execute();
}

export async function endTiming(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('inviteTimings').where('userId', '=', userId).execute();
}

/**
 * Whether a parent was never invited, and so knows nothing of what was entered or paid for them: their invite is
 * scheduled, or nobody knows their address. A printed code counts as an invite.
 */
export async function isUninvited(db: DbOrTrx, userId: string): Promise<boolean> {
  return (await uninvited(db, userId).executeTakeFirst()) !== undefined;
}

/** A query with a row if the parent was never invited. */
export const uninvited = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'INVITED')
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('invites').select('invites.id').whereRef('invites.userId', '=', 'users.id')),
      ),
    );
