import { enqueueAll } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import { forgetOpening } from '../identity/family-repository.ts';

/**
 * After a professional's account has closed: each family with a parent who has not joined is handled, in a job of its
 * own, by the rule for families into which nobody can be invited any more. The stored forms that opened families are
 * deleted now.
 */
export async function forgetWaitingFamilies({ db }: { db: Db }, professionalId: string): Promise<void> {
  const waiting = await db
    .selectFrom('users')
    .select((eb) => eb.ref('familyId').$notNull().as('familyId'))
    .distinct()
    .where('createdByProfessionalId', '=', professionalId)
    .where('status', '=', 'INVITED')
    .where('familyId', 'is not', null)
    .execute();
  await enqueueAll(db, {
    name: 'forget-abandoned-family',
    jobs: waiting.map(({ familyId }) => ({ payload: { familyId }, key: `forget-family:${familyId}` })),
  });
  await forgetOpening(db, { professionalId });
}
