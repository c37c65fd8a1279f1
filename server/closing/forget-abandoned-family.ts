import { coverageOf } from '../checkout/one-plan-each.ts';
import { after, type Clock, days } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { forgetChildren, forgetOpening } from '../identity/family-repository.ts';
import { latestInvite } from '../identity/invite-repository.ts';
import { isUninvited } from '../identity/invite-timing-repository.ts';
import { type User, userColumns } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import { lapsed } from '../subscriptions/subscription-life.ts';
import { changeSubscription, currentSubscription, lockSubscription } from '../subscriptions/subscription-repository.ts';
import { forgetPerson } from './forget-person.ts';

const pauseMs = days(1);

type Dependencies = { db: Db; clock: Clock };

/**
 * Deletes children and invited parents of a family whose inviter has closed their account, because nobody could invite
 * them again. A plan paid for them, or a payment that can still make one of them a member, keeps them until it has
 * ended, and the job is repeated until then. A plan for somebody who was never invited keeps nobody: they could not
 * reach it, and it would refuse their own sign-up.
 */
export function forgetAbandonedFamily(
  { db, clock }: Dependencies,
  familyId: string,
): Promise<{ retryAt: Date | null }> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const later = { retryAt: after(at, pauseMs) };
    await trx.selectFrom('families').select('id').where('id', '=', familyId).forNoKeyUpdate().execute();
    await lockPlans(trx, familyId);
    const members = await lockMembers(trx, familyId);
    // Queued again when their account, or the professional's, closes.
    if (members.some(({ status }) => status !== 'INVITED') || (await hasProfessional(trx, members)))
      return { retryAt: null };
    const idsOf = (users: readonly User[]) => users.map(({ id }) => id);
    if ((await coverageOf(trx, idsOf(members))).charged) return later;
    const kept = await forgetUninvited(trx, { members, at });
    if ((await coverageOf(trx, idsOf(kept))).covered) return later;
    await forgetChildren(trx, familyId);
    await forgetOpening(trx, { familyId });
    const isEverybodyForgotten = await forgetUnlessBegun(trx, { members: kept, at });
    return isEverybodyForgotten ? { retryAt: null } : later;
  });
}

async function lockPlans(trx: Trx, familyId: string): Promise<void> {
  await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('familyId', '=', familyId)
    .where('state', '=', 'CURRENT')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locked as payments and invites lock them, so that nobody joins or pays concurrently. */
function lockMembers(trx: Trx, familyId: string): Promise<User[]> {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('familyId', '=', familyId)
    .where('status', '!=', 'CLOSED')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether a professional who opened the family can still invite its parents. */
async function hasProfessional(db: DbOrTrx, members: readonly User[]): Promise<boolean> {
  const ids = members.flatMap(({ createdByProfessionalId }) => createdByProfessionalId ?? []);
  if (ids.length === 0) return false;
  const open = db.selectFrom('users').select('id').where('id', 'in', ids).where('status', '!=', 'CLOSED').limit(1);
  return (await open.executeTakeFirst()) !== undefined;
}

/** Returns the remaining members. */
async function forgetUninvited(trx: Trx, { members, at }: { members: readonly User[]; at: Date }): Promise<User[]> {
  const kept: User[] = [];
  for (const member of members) {
    const { id: userId } = member;
    if (!(await isUninvited(trx, userId))) {
      kept.push(member);
      continue;
    }
    const plan = await currentSubscription(trx, userId);
    const current = plan && (await lockSubscription(trx, plan.id));
    if (current?.state === 'CURRENT')
      await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
    await forgetPerson(trx, { userId, at });
  }
  return kept;
}

/**
 * What people have entered about themselves is not another's to delete: it is deleted when their invite would have
 * expired.
 */
async function forgetUnlessBegun(trx: Trx, { members, at }: { members: readonly User[]; at: Date }): Promise<boolean> {
  let isEverybodyForgotten = true;
  for (const member of members) {
    const begun = (await whoseAccountIs(trx, member.id)) !== 'KEPT';
    const expiresAt = begun ? (await latestInvite(trx, member.id))?.expiresAt : undefined;
    if (expiresAt && at < expiresAt) isEverybodyForgotten = false;
    else await forgetPerson(trx, { userId: member.id, at });
  }
  return isEverybodyForgotten;
}
