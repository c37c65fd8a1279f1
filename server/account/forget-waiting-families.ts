import type { Clock } from '../clock.ts';
import { enqueueAll } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { forgetChildren } from '../identity/family-repository.ts';
import { forgetPerson } from './forget-person.ts';

/** People to a transaction: each holds its locks for a moment only. */
const batchSize = 50;

/**
 * Deletes a closing professional's families that nobody has joined or paid for: without the account nobody needs them.
 */
export async function forgetWaitingFamilies(
  { db, clock }: { db: Db; clock: Clock },
  professionalId: string,
): Promise<void> {
  for (let forgotten = 1; forgotten > 0; )
    forgotten = await db.transaction().execute((trx) => forgetBatch(trx, { professionalId, at: clock.now() }));
  await queueKept(db, professionalId);
}

/** Families that were paid for are forgotten when their plan ends without anybody having joined. */
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

async function forgetBatch(trx: Trx, { professionalId, at }: { professionalId: string; at: Date }): Promise<number> {
  const waiting = await trx
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('createdByProfessionalId', '=', professionalId)
    .where('status', '=', 'INVITED')
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
  for (const { id, familyId } of waiting) {
    await forgetPerson(trx, { userId: id, at });
    if (familyId !== null) await forgetChildren(trx, familyId);
  }
  return waiting.length;
}
