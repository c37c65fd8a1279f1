import { sql } from 'kysely';
import { type MergeRefusal, mergeUndoHours, type UndoRefusal } from '#contract/account/account-merges.ts';
import { isTermPaid } from '../checkout/paid-term.ts';
import { after, hours } from '../clock.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { whoseAccount } from '../identity/whose-account.ts';
import { lockFeeWaiversOf } from '../pricing/fee-waiver-repository.ts';
import { currentSubscription, lockHeldOrPaidBy, type Subscription } from '../subscriptions/subscription-repository.ts';

/** Two records of one person: the one that is kept, and the one that ends. */
export type MergePair = { keptUserId: string; endedUserId: string };

const mergeColumns = ['id', 'keptUserId', 'endedUserId', 'mergedAt', 'before'] as const;
export type AccountMerge = Row<'accountMerges', typeof mergeColumns>;

/** A user's merges, as either side, that were not undone; latest first. */
export const mergesOf = (db: DbOrTrx, userId: string): Promise<AccountMerge[]> =>
  db
    .selectFrom('accountMerges')
    .select(mergeColumns)
    .where((where) => where.or([where('keptUserId', '=', userId), where('endedUserId', '=', userId)]))
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();

/** A user's merges, as either side, for their export. */
export const mergesForExport = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('accountMerges')
    .select(['keptUserId', 'endedUserId', 'mergedAt', 'undoneAt'])
    .where((where) => where.or([where('keptUserId', '=', userId), where('endedUserId', '=', userId)]))
    .orderBy('id')
    .execute();

export const undoUntil = ({ mergedAt }: Pick<AccountMerge, 'mergedAt'>): Date => after(mergedAt, hours(mergeUndoHours));

type SignIn = { device: string; createdAt: Date; lastSeenAt: Date };

/** The owners of an order: the record that has it, and those it came from by merges. `signIns`: under ended records. */
export async function recordsOfOrder(
  db: DbOrTrx,
  { id, userId }: { id: string; userId: string },
): Promise<{ userIds: string[]; signIns: SignIn[] }> {
  const { rows } = await sql<{ endedUserId: string; before: AccountMerge['before'] }>`
    with recursive moved as (
      select null::uuid as id, ${userId}::uuid as ended_user_id
      union select account_merges.id, account_merges.ended_user_id from account_merges
        join moved on kept_user_id = moved.ended_user_id where undone_at is null and before->'orders' ? ${id})
    select moved.ended_user_id, before from moved join account_merges using (id)`.execute(db);
  return {
    userIds: [userId, ...rows.map(({ endedUserId }) => endedUserId)],
    signIns: rows
      .flatMap(({ before: { signIns = [] } }) => signIns)
      .map((one) => ({ ...one, createdAt: new Date(one.createdAt), lastSeenAt: new Date(one.lastSeenAt) })),
  };
}

/** Deletes the sign-in locations of records that were merged into one. */
export async function forgetMergedSignIns(trx: Trx, keptUserId: string): Promise<void> {
  await sql`update account_merges set before = before - 'signIns' where kept_user_id = ${keptUserId}`.execute(trx);
}

type RunningPlans<Plan> = { keptPlan: Plan | null; endedPlan: Plan | null };

/**
 * Of the two records' current plans, the one paid for longer and the one that ends: a plan whose renewal was declined,
 * or that does not renew, never replaces one that is paid. The kept record's if they last equally long.
 */
export function planThatStays<Plan extends Pick<Subscription, 'periodEnd'>>({
  keptPlan,
  endedPlan,
}: RunningPlans<Plan>): [stays: Plan | null, ends: Plan | null] {
  return keptPlan && endedPlan && keptPlan.periodEnd < endedPlan.periodEnd
    ? [endedPlan, keptPlan]
    : [keptPlan ?? endedPlan, keptPlan && endedPlan];
}

/**
 * Locks everything a merge moves, in the order of `db/lock-order.ts`. The two users are locked without their keys, so
 * that rows referencing them can still be written.
 */
export async function lockPair(trx: Trx, { keptUserId, endedUserId }: MergePair): Promise<void> {
  const pair = sql`(${keptUserId}::uuid, ${endedUserId}::uuid)`;
  await lockHeldOrPaidBy(trx, [keptUserId, endedUserId]);
  const { rows } = await sql<{ id: string; isOfPair: boolean }>`
    select id, id in ${pair} as is_of_pair from users where id in ${pair}
      or family_id in (select family_id from users where id = ${endedUserId}) order by id`.execute(trx);
  for (const { id, isOfPair } of rows)
    await sql`select id from users where id = ${id} for ${isOfPair ? sql`no key update` : sql`update`}`.execute(trx);
  await lockFeeWaiversOf(trx, [keptUserId, endedUserId]);
  await sql`select id from orders where user_id in ${pair} order by id for no key update`.execute(trx);
}

/** A payment is in progress for a plan of either user, or of a parent invited by the ended record. */
const inDoubt = sql`exists (
  select from payment_attempts where state in ('PENDING', 'UNKNOWN') and (
    subject_id in (kept.id, ended.id)
    or subject_id in (select id from users where family_id = ended.family_id)
    or subject_id in (select id from subscriptions where user_id in (kept.id, ended.id)
      or payer_user_id in (kept.id, ended.id))
    or purpose = 'PROFESSIONAL_PLAN' and purchase->'parentIds' ?| array[kept.id::text, ended.id::text]))`;

const refusedWhen = {
  CLOSED: sql`'CLOSED' in (kept.status, ended.status)`,
  FROZEN: sql`kept.frozen_at is not null or ended.frozen_at is not null`,
  PROFESSIONAL: sql`'PROFESSIONAL' in (kept.role, ended.role)`,
  SAME_FAMILY: sql`kept.family_id = ended.family_id`,
  NOT_JOINED: sql`kept.status <> 'ACTIVE' or kept.username is null or ended.status = 'INVITED'`,
  SECOND_FACTOR: sql`exists (select from passkeys where user_id = ended.id)
    or exists (select from totp_factors where user_id = ended.id and confirmed_at is not null)`,
  CLOSING: sql`exists (select from deletion_requests
    where user_id in (kept.id, ended.id) and withdrawn_at is null and closed_at is null)`,
  PROFESSIONAL_CASE: sql`ended.created_by_professional_id is not null
    or exists (select from families where id = ended.family_id and created_by_professional_id is not null)`,
  OTHER_PARENT_JOINED: sql`exists (select from users where family_id = ended.family_id and id <> ended.id
    and status <> 'CLOSED' and ${whoseAccount} <> 'KEPT')`,
  PAID_BY_OTHER: sql`exists (select from subscriptions
    where state = 'CURRENT' and (user_id = ended.id and payer_user_id <> ended.id
      or user_id = kept.id and payer_user_id = ended.id))`,
  CO_PARENT_PAID: sql`exists (select from subscriptions join users as others on others.id = subscriptions.user_id
    where payer_user_id = ended.id and state = 'CURRENT' and others.status = 'INVITED')`,
  NO_ADDRESS: sql`num_nulls(kept.line1, kept.city, kept.region, kept.postal_code, kept.country) > 0
    and exists (select from subscriptions as running where user_id = ended.id and state = 'CURRENT' and auto_renew
      and not exists (select from subscriptions
        where user_id = kept.id and state = 'CURRENT' and period_end >= running.period_end))`,
  PAYMENT_IN_DOUBT: inDoubt,
  RENEWAL_UNPAID: sql`exists (select from subscriptions
    where ended.id in (user_id, payer_user_id) and state = 'CURRENT' and declined_on is not null)`,
  PAYMENT_DISPUTED: sql`has_open_dispute(kept.id) or has_open_dispute(ended.id)`,
  WAIVER_OPEN: sql`exists (select from fee_waivers where state = 'ASKED' and (user_id = ended.id
    or registration_id in (select id from registrations where registrations.user_id = ended.id)))`,
} as const satisfies Record<MergeRefusal, unknown>;

/** Why the two must not be merged now; null if they may be. */
export async function refusedMerge(db: DbOrTrx, { keptUserId, endedUserId }: MergePair): Promise<MergeRefusal | null> {
  const cases = Object.entries(refusedWhen).map(([code, condition]) => sql`when ${condition} then ${sql.lit(code)}`);
  const { rows } = await sql<{ code: MergeRefusal | null }>`
    select case ${sql.join(cases, sql` `)} end as code from users as kept, users as ended
    where kept.id = ${keptUserId} and ended.id = ${endedUserId} and kept.id <> ended.id`.execute(db);
  if (!rows[0]) return 'CLOSED';
  return rows[0].code ?? ((await mayOneEnd(db, [keptUserId, endedUserId])) ? null : 'PAYMENT_IN_DOUBT');
}

/** With two current plans, none may end while the payment of one may never settle: otherwise neither might be left. */
async function mayOneEnd(db: DbOrTrx, userIds: readonly string[]): Promise<boolean> {
  const plans = (await Promise.all(userIds.map((id) => currentSubscription(db, id)))).filter((plan) => plan !== null);
  if (plans.length < 2) return true;
  return (await Promise.all(plans.map((plan) => isTermPaid(db, plan)))).every((isPaid) => isPaid);
}

const undoRefusedWhen = {
  OVER: sql`ended.status <> 'CLOSED' or exists (
    select from deletion_requests where user_id = ended.id and closed_at is not null)`,
  KEPT_CLOSED: sql`kept.status <> 'ACTIVE'`,
  PAYMENT_IN_DOUBT: inDoubt,
  PAID_SINCE: sql`exists (select from payment_attempts where state = 'APPROVED' and settled_at >= merged_at
    and subject_id in (select value::uuid from jsonb_array_elements_text(before->'plans')))`,
  PLAN_CHANGED: sql`exists (
    select from jsonb_to_recordset(before->'stopped') as stopped (id text, version int)
    join subscriptions on subscriptions.id = stopped.id::uuid where subscriptions.version <> stopped.version)`,
  // Nobody has two running plans: what moved goes back, and another was paid for since.
  OTHER_PLAN: sql`exists (
    select from jsonb_to_recordset(before->'stopped') as stopped (id text, "isOwn" boolean)
    join subscriptions as running on running.state = 'CURRENT' and not jsonb_exists(before->'plans', running.id::text)
      and running.user_id = case when jsonb_exists(before->'plans', stopped.id) then ended.id else kept.id end
    where "isOwn")`,
  EMAIL_TAKEN: sql`exists (select from users where email_normalised = ended.email_normalised and email_normalised <> ''
    and id <> ended.id and status <> 'CLOSED' and username is not null and updated_at > merged_at)`,
} as const satisfies Record<UndoRefusal, unknown>;

/** Why a merge cannot be undone now; null if it can. */
export async function refusedUndo(
  db: DbOrTrx,
  merge: Pick<AccountMerge, 'id' | 'mergedAt'>,
  at: Date,
): Promise<UndoRefusal | null> {
  if (at >= undoUntil(merge)) return 'OVER';
  const cases = Object.entries(undoRefusedWhen).map(
    ([code, condition]) => sql`when ${condition} then ${sql.lit(code)}`,
  );
  const { rows } = await sql<{ code: UndoRefusal | null }>`
    select case ${sql.join(cases, sql` `)} end as code
    from account_merges join users as kept on kept.id = kept_user_id join users as ended on ended.id = ended_user_id
    where account_merges.id = ${merge.id} and undone_at is null`.execute(db);
  return rows[0] ? rows[0].code : 'OVER';
}
