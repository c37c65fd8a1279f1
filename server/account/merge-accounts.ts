import { sql } from 'kysely';
import type { MergeRefusal, UndoRefusal } from '#contract/account/account-merges.ts';
import { dayIn } from '#contract/fields/day.ts';
import { insertDeletion, lockDeletionsOf, withdrawDeletion } from '../closing/deletion-repository.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { AccountBefore } from '../db/schema.ts';
import { assignDocuments } from '../documents/document-repository.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { newId } from '../new-id.ts';
import { assignOrders, orderIdsOf } from '../payments/order-repository.ts';
import { assignMethods, defaultMethod } from '../payments/payment-method-repository.ts';
import { assignFeeWaiver, lockFeeWaiversOf } from '../pricing/fee-waiver-repository.ts';
import { addDays } from '../subscriptions/calendar.ts';
import {
  assignRenewalChoices,
  readRenewalChoice,
  storeRenewalChoice,
} from '../subscriptions/renewal-choice-repository.ts';
import { cancelled, lapsed } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  currentSubscription,
  lockSubscription,
  type Subscription,
  subscriptionsHeldOrPaidBy,
  zoneOf,
} from '../subscriptions/subscription-repository.ts';
import {
  type AccountMerge,
  lockPair,
  type MergePair,
  mergesOf,
  planThatStays,
  refusedMerge,
  refusedUndo,
} from './account-merge-repository.ts';

type MergeParams = MergePair & { at: Date };

/**
 * Merges two accounts of one person (decision 0074): orders, receipts and plans move to the surviving one, the other's
 * login ends, nothing renews twice, and a day later it is closed and deleted. Only its owner is notified, at every
 * address with which they have signed in.
 */
export async function mergeAccounts(trx: Trx, { at, ...pair }: MergeParams): Promise<MergeRefusal | null> {
  await lockPair(trx, pair);
  const refused = await refusedMerge(trx, pair);
  if (refused) return refused;
  const [kept, ended] = [await readUser(trx, pair.keptUserId), await readUser(trx, pair.endedUserId)];
  if (!kept || (ended?.status !== 'ACTIVE' && ended?.status !== 'CREDENTIALS_NEEDED')) return 'CLOSED';
  const before: AccountBefore = {
    status: ended.status,
    ...(await movePlans(trx, { kept, ended, at })),
    orders: await moveOrders(trx, pair),
    waivers: await moveFeeWaivers(trx, pair),
    invites: await withdrawInvites(trx, ended.id),
    signIns: await signInsOf(trx, ended.id),
  };
  await endSignIn(trx, { ended, at });
  const id = newId(at);
  const values = { id, ...pair, mergedAt: at, before: JSON.stringify(before) };
  await trx.insertInto('accountMerges').values(values).execute();
  await enqueueMails(trx, { id, ended: before.status, undone: false });
  return null;
}

type MergedUsers = { kept: User; ended: User; at: Date };

/** The plans of the ended account. If both run, one of them is kept; one that it paid for somebody else runs out. */
async function movePlans(
  trx: Trx,
  { kept, ended, at }: MergedUsers,
): Promise<Pick<AccountBefore, 'plans' | 'stopped' | 'methods'>> {
  const subscriptions = await subscriptionsHeldOrPaidBy(trx, ended.id);
  const held = subscriptions.filter(({ userId }) => userId === ended.id);
  const plans = { keptPlan: await currentSubscription(trx, kept.id), endedPlan: held.find(isRunning) ?? null };
  const [stays, ends] = planThatStays(plans);
  const stopped = await stopPlans(trx, {
    plans: [...(ends ? [ends] : []), ...subscriptions.filter((one) => isRunning(one) && one.userId !== ended.id)],
    at,
    kept,
    ended,
  });
  const ids = held.map(({ id }) => id);
  await transferPlans(trx, { ids, to: kept, from: ended.id, at });
  const needsMethod = stays?.userId === ended.id && (await defaultMethod(trx, kept.id)) === null;
  return {
    plans: ids,
    stopped,
    methods: needsMethod ? await assignMethods(trx, { from: ended.id, to: kept.id }) : [],
  };
}

const isRunning = ({ state }: Subscription) => state === 'CURRENT';

type StopPlansParams = MergedUsers & { plans: readonly Subscription[] };

/** The ended account's own plans end; those it paid for others do not renew. */
async function stopPlans(trx: Trx, { plans, kept, ended, at }: StopPlansParams): Promise<AccountBefore['stopped']> {
  const stopped: AccountBefore['stopped'] = [];
  for (const { id, autoRenew, userId } of plans) {
    const isOwn = userId === kept.id || userId === ended.id;
    const current = await lockSubscription(trx, id);
    if (!current) continue;
    const choice = await readRenewalChoice(trx, current);
    const change = isOwn ? { ...lapsed, endedAt: at } : cancelled;
    const { version } = await changeSubscription(trx, { current, change, at });
    // Moving it raises the version once more.
    stopped.push({ id, state: 'CURRENT', autoRenew, isOwn, choice, version: version + Number(userId === ended.id) });
  }
  return stopped;
}

type TransferPlansParams = {
  ids: readonly string[];
  from: string;
  to: Pick<User, 'id' | 'familyId'>;
  at: Date;
};

/**
 * Earlier quotes for them no longer apply, and announcements are repeated. Proofs of them move too: a court may have
 * one.
 */
async function transferPlans(trx: Trx, { ids, from, to, at }: TransferPlansParams): Promise<void> {
  for (const id of ids) {
    const current = await lockSubscription(trx, id);
    if (current?.userId !== from) continue;
    const payer = current.payerUserId === from ? { payerUserId: to.id } : {};
    const change = { userId: to.id, familyId: to.familyId ?? current.familyId, ...payer };
    await changeSubscription(trx, { current, change, at });
    await assignRenewalChoices(trx, { subscriptionId: id, from, to: to.id });
  }
  await sql`update enrolment_proofs set user_id = ${to.id}
    where subscription_id = any(${[...ids]}::uuid[]) and user_id = ${from}`.execute(trx);
}

/** Orders with everything that depends on them, including later rows. */
async function giveOrders(trx: Trx, { ids, to: userId }: { ids: readonly string[]; to: string }): Promise<void> {
  await assignOrders(trx, { ids, userId });
  await assignDocuments(trx, { orderIds: ids, userId });
}

async function moveOrders(trx: Trx, { keptUserId, endedUserId }: MergePair): Promise<string[]> {
  const ids = await orderIdsOf(trx, endedUserId);
  await giveOrders(trx, { ids, to: keptUserId });
  return ids;
}

/** A granted year is its person's, used or not. */
async function moveFeeWaivers(
  trx: Trx,
  { keptUserId, endedUserId }: MergePair,
): Promise<Required<AccountBefore>['waivers']> {
  const waivers = await lockFeeWaiversOf(trx, [endedUserId]);
  for (const { id } of waivers) await assignFeeWaiver(trx, { id, userId: keptUserId, registrationId: null });
  return waivers;
}

const signInsOf = (trx: Trx, userId: string) =>
  trx.selectFrom('sessions').select(['device', 'createdAt', 'lastSeenAt']).where('userId', '=', userId).execute();

/** Nobody should join a family without members. */
async function withdrawInvites(trx: Trx, inviterUserId: string): Promise<AccountBefore['invites']> {
  const { rows } = await sql<AccountBefore['invites'][number]>`
    with live as (select id, state from invites where inviter_user_id = ${inviterUserId} and state in ('SENT', 'OPENED'))
    update invites set state = 'REVOKED' from live where invites.id = live.id
    returning live.id, live.state`.execute(trx);
  return rows;
}

/** Closed from now on. What an undo would need is deleted only when an undo is no longer possible. */
async function endSignIn(trx: Trx, { ended: { id: userId }, at }: Pick<MergedUsers, 'ended' | 'at'>): Promise<void> {
  await closeSessions(trx, { userId });
  await trx
    .updateTable('singleUseTokens')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
  // Two days ahead, because the following day may begin within hours.
  await insertDeletion(trx, {
    userId,
    closesOn: addDays(dayIn(at, await zoneOf(trx, userId)), 2),
    at,
  });
  await setStatus(trx, { userId, status: 'CLOSED', at });
}

const setStatus = (trx: Trx, { userId, status, at }: { userId: string; status: User['status']; at: Date }) =>
  trx.updateTable('users').set({ status, updatedAt: at }).where('id', '=', userId).execute();

/** A mailbox that was never used for a login may be a stranger's. */
async function enqueueMails(
  trx: Trx,
  { id: mergeId, ended, undone }: { id: string; ended: AccountBefore['status']; undone: boolean },
): Promise<void> {
  for (const to of ended === 'ACTIVE' ? (['kept', 'ended'] as const) : (['kept'] as const))
    await enqueue(trx, {
      name: 'send-accounts-merged',
      payload: { mergeId, to, undone },
      key: `accounts-merged:${mergeId}:${to}:${undone}`,
    });
}

/** Reverts a merge, including what has happened to the moved rows since. Mails and ended sessions stay as they are. */
export async function separateAccounts(trx: Trx, { at, ...pair }: MergeParams): Promise<UndoRefusal | null> {
  await lockDeletionsOf(trx, pair.endedUserId);
  await lockPair(trx, pair);
  const merge = (await mergesOf(trx, pair.endedUserId)).find(({ endedUserId }) => endedUserId === pair.endedUserId);
  const ended = await readUser(trx, pair.endedUserId);
  if (!ended || merge?.keptUserId !== pair.keptUserId) return 'OVER';
  const refused = await refusedUndo(trx, merge, at);
  if (refused) return refused;
  await restore(trx, { merge, ended, at });
  await trx.updateTable('accountMerges').set({ undoneAt: at }).where('id', '=', merge.id).execute();
  await enqueueMails(trx, {
    id: merge.id,
    ended: merge.before.status,
    undone: true,
  });
  return null;
}

async function restore(
  trx: Trx,
  { merge: { keptUserId, before }, ended, at }: { merge: AccountMerge; ended: User; at: Date },
): Promise<void> {
  await giveOrders(trx, { ids: before.orders, to: ended.id });
  for (const waiver of before.waivers ?? []) await assignFeeWaiver(trx, waiver);
  await transferPlans(trx, { ids: before.plans, from: keptUserId, to: ended, at });
  for (const { id, state, autoRenew, isOwn, choice = null } of before.stopped) {
    const current = await lockSubscription(trx, id);
    if (!current) continue;
    const change = isOwn ? { state, autoRenew, endedAt: null } : { autoRenew };
    await storeRenewalChoice(trx, { current: await changeSubscription(trx, { current, change, at }), choice, at });
  }
  await assignMethods(trx, { from: keptUserId, to: ended.id, ids: before.methods });
  for (const { id, state } of before.invites)
    await sql`update invites set state = ${state} where id = ${id} and state = 'REVOKED' and not exists (
      select from invites as newer where newer.user_id = invites.user_id and newer.state in ('SENT', 'OPENED'))`.execute(
      trx,
    );
  await withdrawDeletion(trx, { userId: ended.id, at });
  await setStatus(trx, { userId: ended.id, status: before.status, at });
}
