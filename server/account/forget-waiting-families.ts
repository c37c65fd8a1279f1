import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { enqueueAll } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { forgetChildren, forgetOpening } from '../identity/family-repository.ts';
import { forgetPerson } from './forget-person.ts';

/** People to a transaction: each holds its locks for a moment only. */
const batchSize = 50;

/**
 * Deletes a closing professional's families that nobody has joined or paid for: without the account nobody needs them.
 * Of the others it deletes what was stored of the forms that opened them.
 */
export async function forgetWaitingFamilies(
  { db, clock }: { db: Db; clock: Clock },
  professionalId: string,
): Promise<void> {
  let last: string | null = null;
  do {
    const from: Batch = { professionalId, after: last, at: clock.now() };
    last = await db.transaction().execute((trx) => forgetBatch(trx, from));
  } while (last !== null);
  await queueKept(db, professionalId);
  await forgetOpening(db, { professionalId });
}

/**
 * Families that were paid for, or are being paid for, are forgotten when their plan ends without anybody having joined.
 */
async function queueKept(db: Db, professionalId: string): Promise<void> {
  const kept = await db
    .selectFrom('users')
    .select((eb) => eb.ref('familyId').$notNull().as('familyId'))
    .distinct()
    .where('createdByProfessionalId', '=', professionalId)
    .where('status', '=', 'INVITED')
    .where('familyId', 'is not', null)
    .execute();
  await enqueueAll(db, {
    name: 'forget-abandoned-family',
    jobs: kept.map(({ familyId }) => ({ payload: { familyId }, key: `forget-family:${familyId}` })),
  });
}

/** `after`: the id of the last person of the batch before. */
type Batch = { professionalId: string; after: string | null; at: Date };

/** The id of the last person of the batch; null when there is none any more. */
async function forgetBatch(trx: Trx, { professionalId, after, at }: Batch): Promise<string | null> {
  const waiting = await trx
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('createdByProfessionalId', '=', professionalId)
    .where('status', '=', 'INVITED')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users as member')
            .leftJoin('subscriptions', 'subscriptions.userId', 'member.id')
            .select('member.id')
            .whereRef('member.familyId', '=', 'users.familyId')
            .where((member) =>
              member.or([
                member('member.status', 'in', ['ACTIVE', 'CREDENTIALS_NEEDED']),
                member('subscriptions.id', 'is not', null),
              ]),
            ),
        ),
      ),
    )
    .orderBy('id')
    .limit(batchSize)
    .forUpdate('users')
    .execute();
  const charged = await familiesBeingCharged(
    trx,
    waiting.flatMap(({ familyId }) => familyId ?? []),
  );
  for (const { id, familyId } of waiting) {
    if (familyId !== null && charged.has(familyId)) continue;
    await forgetPerson(trx, { userId: id, at });
    if (familyId !== null) await forgetChildren(trx, familyId);
  }
  return waiting.at(-1)?.id ?? null;
}

/** Families one of whose parents may become a member by a payment that has not ended. */
async function familiesBeingCharged(trx: Trx, familyIds: readonly string[]): Promise<Set<string>> {
  if (familyIds.length === 0) return new Set();
  const ids = sql`any(${[...new Set(familyIds)]}::uuid[])`;
  const { rows } = await sql<{ familyId: string }>`
    select family_id from users join payment_attempts on purpose = 'INVITE' and subject_id = users.id
      where family_id = ${ids} and state in ('PENDING', 'UNKNOWN')
    union
    select subject_id from payment_attempts
      where purpose = 'PROFESSIONAL_PLAN' and subject_id = ${ids} and state in ('PENDING', 'UNKNOWN')`.execute(trx);
  return new Set(rows.map(({ familyId }) => familyId));
}
