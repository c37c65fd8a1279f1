import { type StaffActionName, mayAct } from '#contract/staff-actions.ts';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { hashSecret, sameHash } from '../secret.ts';
import type { StaffSession } from './staff-session.ts';

export type Acting = {
  staff: Pick<StaffSession, 'subject' | 'name' | 'roles'>;
  action: StaffActionName;
  reason: string;
  /** About whom, and what exactly of theirs. */
  userId: string;
  subject: string | null;
};

const columns = ['number', 'at', 'actor', 'actorName', 'action', 'reason', 'userId', 'subject'] as const;
type Recorded = {
  number: number;
  at: Date;
  actor: string;
  actorName: string;
  action: string;
  reason: string;
  userId: string;
  subject: string | null;
};

const beginning = Buffer.alloc(32);

function hashAfter(previous: Buffer, row: Recorded): Buffer {
  const values = columns.map((column) => (column === 'at' ? row.at.toISOString() : row[column]));
  return hashSecret(`${previous.toString('hex')} ${JSON.stringify(values)}`);
}

/** One at a time: each row continues the one before. */
async function record(trx: Trx, { staff, at, ...acting }: Acting & { at: Date }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('staff_actions'))`.execute(trx);
  const last = await trx
    .selectFrom('staffActions')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = { ...acting, at, number: (last?.number ?? 0) + 1, actor: staff.subject, actorName: staff.name };
  await trx
    .insertInto('staffActions')
    .values({ ...row, hash: hashAfter(last?.hash ?? beginning, row) })
    .execute();
}

/**
 * Does what a member of staff may do, and writes down who did it and why, in one transaction: both are there or
 * neither. An effect that refuses has changed nothing, and nothing is written of it.
 */
export async function act<Result>(
  { db, clock }: { db: Db; clock: Clock },
  acting: Acting,
  effect: (trx: Trx, at: Date) => Promise<Result>,
): Promise<Result | Refusal<'FORBIDDEN'>> {
  if (!mayAct(acting.staff.roles, acting.action)) return refuse('FORBIDDEN');
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const result = await effect(trx, at);
    if (!isRefusal(result)) await record(trx, { ...acting, at });
    return result;
  });
}

const rowsAtOnce = 1_000;

/** Follows the chain from its beginning. What was taken off its end cannot be seen: compare `count` with a copy. */
export async function checkChain(db: DbOrTrx): Promise<{ count: number; brokenAt: number | null }> {
  let previous: Buffer = beginning;
  let count = 0;
  for (;;) {
    const rows = await db
      .selectFrom('staffActions')
      .select([...columns, 'hash'])
      .where('number', '>', count)
      .orderBy('number')
      .limit(rowsAtOnce)
      .execute();
    for (const { hash, ...row } of rows) {
      count += 1;
      if (row.number !== count || !sameHash(hash, hashAfter(previous, row))) return { count, brokenAt: count };
      previous = hash;
    }
    if (rows.length < rowsAtOnce) return { count, brokenAt: null };
  }
}
