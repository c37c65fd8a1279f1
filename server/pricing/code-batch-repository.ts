import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import type { CodeUser } from './code-user.ts';

const columns = [
  'id',
  'madeFor',
  'packageName',
  'years',
  'size',
  'eachCents',
  'perPerson',
  'expiresAt',
  'createdAt',
  'downloadedAt',
  'withdrawnAt',
] as const;
export type CodeBatch = Row<'codeBatches', typeof columns>;
/** `used`: its used codes, including payments in progress; `spentCents`: what they have paid. */
export type UsedBatch = CodeBatch & { used: number; spentCents: number };

/** Batches with their use, the latest first. */
export async function listBatches(db: DbOrTrx): Promise<UsedBatch[]> {
  return db
    .selectFrom('codeBatches')
    .select(columns)
    .select([usedOf.as('used'), spentOf.as('spentCents')])
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute();
}

const uses = sql`activation_code_uses as uses
  join activation_codes as codes on codes.id = uses.activation_code_id
  where codes.batch_id = code_batches.id and uses.state <> 'RELEASED'`;
const usedOf = sql<number>`(select count(distinct codes.id)::int from ${uses})`;
const spentOf = sql<number>`(select coalesce(sum(uses.amount_cents), 0)::int from ${uses})`;

/**
 * Locks the batches of these codes until the caller's transaction ends. Before any of the codes, and in a fixed order,
 * as a withdrawal does, so that there is no deadlock.
 */
export async function lockBatchesOf(trx: Trx, codeIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('codeBatches')
    .select('id')
    .where('id', 'in', (query) => query.selectFrom('activationCodes').select('batchId').where('id', 'in', codeIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * `batchesInOrder`: batches of the preceding codes in the same order. `attemptId`: an attempt that has reserved some
 * already.
 */
type BatchUseParams = {
  batchId: string | null;
  user: CodeUser | null;
  batchesInOrder?: readonly (string | null)[];
  attemptId?: string;
};

/** Whether a code's batch, if it has one, lets this person use another of its codes. */
export async function batchAllows(
  db: DbOrTrx,
  { batchId, user, batchesInOrder = [], attemptId }: BatchUseParams,
): Promise<boolean> {
  if (batchId === null || user === null) return true;
  const { perPerson } = await db
    .selectFrom('codeBatches')
    .select('perPerson')
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  const chosen = batchesInOrder.filter((one) => one === batchId).length;
  return (await usesBy(db, { batchId, user, attemptId })) + chosen < perPerson;
}

/**
 * How many of its codes they have used, except in unfinished attempts to pay for the same thing: a subscription is paid
 * every year, and each paid year counts.
 */
async function usesBy(
  db: DbOrTrx,
  {
    batchId,
    user: { subjectId, personHashes },
    attemptId = null,
  }: { batchId: string; user: CodeUser; attemptId: string | null | undefined },
): Promise<number> {
  const { count } = await db
    .selectFrom('codeUsers')
    .innerJoin('activationCodeUses', 'activationCodeUses.attemptId', 'codeUsers.attemptId')
    .innerJoin('activationCodes', 'activationCodes.id', 'activationCodeUses.activationCodeId')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'codeUsers.attemptId')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('activationCodes.batchId', '=', batchId)
    .where('activationCodeUses.state', '!=', 'RELEASED')
    .where((where) =>
      where.or([
        where('paymentAttempts.subjectId', '!=', subjectId),
        where('activationCodeUses.state', '=', 'REDEEMED'),
        ...(attemptId === null ? [] : [where('paymentAttempts.id', '=', attemptId)]),
      ]),
    )
    .where(sql<boolean>`person_hashes && ${[...personHashes]}::bytea[]`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
