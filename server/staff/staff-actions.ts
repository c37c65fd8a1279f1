import { sql } from 'kysely';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import { mayAct, type StaffActionName } from '#contract/staff/staff-actions.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { hashSecret, sameHash } from '../secret.ts';
import type { Member } from './action.ts';
import type { KeyedRequest } from './keyed-request.ts';

export type StaffActionRequest = {
  staff: Member;
  action: StaffActionName;
  reason: string;
  /** The user or null, and the subject: an item of the user's data, or something that is not about a user. */
  userId: string | null;
  subject: string | null;
  /** The inputs, as far as they may be logged permanently. */
  inputs?: InputValues;
  /** The proposer, if a second person confirms. */
  proposedBy?: Pick<Member, 'subject' | 'name'>;
  keyed?: KeyedRequest | null;
};

const ofEach = ['number', 'at', 'actor', 'actorName', 'action', 'reason', 'userId', 'subject'] as const;
/** Hashed only when present, because earlier rows had no such column. */
const ofSome = ['inputs', 'proposedBy', 'proposedByName'] as const;
type Recorded = {
  number: number;
  at: Date;
  actor: string;
  actorName: string;
  action: string;
  reason: string;
  userId: string | null;
  subject: string | null;
} & Record<(typeof ofSome)[number], string | null>;

const beginning = Buffer.alloc(32);

function hashAfter(previous: Buffer, row: Recorded): Buffer {
  const values = ofEach.map((column) => (column === 'at' ? row.at.toISOString() : row[column]));
  const further = ofSome.flatMap((column) => (row[column] === null ? [] : [[column, row[column]]]));
  return hashSecret(`${previous.toString('hex')} ${JSON.stringify([...values, ...further])}`);
}

/**
 * Logs a staff action, in the transaction that performs it: neither exists without the other. Call it last. Serialised,
 * because each row continues the previous one's hash. Throws for an action that these roles may not perform.
 */
export async function logAction(
  trx: Trx,
  { staff, at, inputs = {}, proposedBy, keyed, ...acting }: StaffActionRequest & { at: Date },
): Promise<void> {
  if (!mayAct(staff.roles, acting.action)) throw new Error(`These roles may not perform ${acting.action}`);
  await sql`select pg_advisory_xact_lock(hashtext('staff_actions'))`.execute(trx);
  const last = await trx
    .selectFrom('staffActions')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    ...acting,
    at,
    number: (last?.number ?? 0) + 1,
    actor: staff.subject,
    actorName: staff.name,
    // As text, because its exact characters are hashed.
    inputs: Object.keys(inputs).length === 0 ? null : JSON.stringify(inputs),
    proposedBy: proposedBy?.subject ?? null,
    proposedByName: proposedBy?.name ?? null,
    requestKey: keyed?.key ?? null,
    requestHash: keyed?.hash ?? null,
  };
  await trx
    .insertInto('staffActions')
    .values({ ...row, hash: hashAfter(last?.hash ?? beginning, row) })
    .execute();
}

const rowsAtOnce = 1_000;

/** Verifies the hash chain from its beginning. Removed rows at its end go unnoticed: compare `count` with a copy. */
export async function checkChain(db: DbOrTrx): Promise<{ count: number; brokenAt: number | null }> {
  let previous: Buffer = beginning;
  let count = 0;
  for (;;) {
    const rows = await db
      .selectFrom('staffActions')
      .select([...ofEach, ...ofSome, 'hash'])
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
