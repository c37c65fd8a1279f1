import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { lockUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { hasCurrentSubscription } from '../subscriptions/subscription-repository.ts';

/** Whether a user can receive a plan: the account is open and has none. Locks the user until the transaction ends. */
export async function mayStartPlan(trx: Trx, userId: string): Promise<boolean> {
  const user = await lockUser(trx, userId);
  return user !== null && user.status !== 'CLOSED' && !(await hasCurrentSubscription(trx, userId));
}

/** Those of several users who can. Locked in the order of their ids. */
export async function whoMayStartPlan(trx: Trx, userIds: readonly string[]): Promise<Set<string>> {
  const able = new Set<string>();
  for (const id of userIds.toSorted()) if (await mayStartPlan(trx, id)) able.add(id);
  return able;
}

/**
 * Why plans for these users must not be charged now: an account is closed, has a plan, or is being charged for by an
 * invite, a restart, the co-parent's renewal or a professional. Locks the users until the caller's transaction ends, so
 * that the second of two payments for one person sees the first. Subscriptions must be locked before.
 */
export async function refusedSecondPlan(
  trx: Trx,
  userIds: readonly string[],
): Promise<Refusal<'ALREADY_PAID' | 'NOT_FOUND' | 'PAYMENT_IN_PROGRESS'> | null> {
  const people = trx.selectFrom('users').select(['id', 'status']).where('id', 'in', userIds).orderBy('id').forUpdate();
  if ((await people.execute()).some(({ status }) => status === 'CLOSED')) return refuse('NOT_FOUND');
  const { covered, charged } = await coverageOf(trx, userIds);
  if (covered) return refuse('ALREADY_PAID');
  return charged ? refuse('PAYMENT_IN_PROGRESS') : null;
}

/** `covered`: one of them has a plan. `charged`: a payment for one of them is in progress. */
export async function coverageOf(
  db: DbOrTrx,
  userIds: readonly string[],
): Promise<{ covered: boolean; charged: boolean }> {
  const ids = sql.val([...userIds]);
  const { rows } = await sql<{ covered: boolean; charged: boolean }>`
    select
      exists (select from subscriptions where user_id = any(${ids}::uuid[]) and state = 'CURRENT') as covered,
      exists (
        select from payment_attempts where state in ('PENDING', 'UNKNOWN') and (
          purpose = 'INVITE' and subject_id = any(${ids}::uuid[])
          or purpose = 'RENEWAL' and subject_id in (select id from subscriptions where user_id = any(${ids}::uuid[]))
          or purpose = 'RENEWAL' and purchase->>'coParentId' = any(${ids}::text[])
          or purpose = 'PROFESSIONAL_PLAN' and purchase->'parentIds' ?| ${ids}::text[])
      ) as charged`.execute(db);
  return rows[0] ?? { covered: false, charged: false };
}
