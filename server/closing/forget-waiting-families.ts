import { enqueueAll } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import { forgetOpening } from '../identity/family-repository.ts';

/**
 * Once a professional's account has closed: each family with a parent who has not joined is judged by the rule for
 * families that nobody can invite anybody into any more, in a job of its own. What was stored of the forms that opened
 * families is deleted now.
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
