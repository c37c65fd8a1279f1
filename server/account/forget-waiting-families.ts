import type { Trx } from '../db/pool.ts';
import { forgetChildren } from '../identity/family-repository.ts';
import { forgetPerson } from './forget-person.ts';

/**
 * Forgets the families that a professional opened, nobody has joined and nothing was paid for: with the account of
 * whoever typed them nobody is left who needs what stands there.
 */
export async function forgetWaitingFamilies(
  trx: Trx,
  { professionalId, at }: { professionalId: string; at: Date },
): Promise<void> {
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
    .forUpdate('users')
    .execute();
  for (const { id, familyId } of waiting) {
    await forgetPerson(trx, { userId: id, at });
    if (familyId !== null) await forgetChildren(trx, familyId);
  }
}
