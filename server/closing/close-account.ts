import { type Day, dayIn } from '#contract/fields/day.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { forgetClaimsOf, lockClaimsOf } from '../identity/ownership/claim-repository.ts';
import { type EndedMeanwhile, endedMeanwhile, recordOwnershipChange } from '../identity/ownership/record-change.ts';
import type { SessionProofs } from '../identity/ownership/session-proofs.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { lockUser, readUser } from '../identity/user-repository.ts';
import { retireMethods } from '../payments/retire-method.ts';
import { changeRenewalIn } from '../plans/change-renewal.ts';
import { enqueueEndedMail } from '../plans/renewal-mails.ts';
import { addDays, dueDay } from '../subscriptions/calendar.ts';
import { lapsed } from '../subscriptions/subscription-life.ts';
import {
  byId,
  changeSubscription,
  lockHeldOrPaidBy,
  lockSubscription,
  type Subscription,
  subscriptionsHeldOrPaidBy,
  zoneOf,
} from '../subscriptions/subscription-repository.ts';
import {
  closeDeletion,
  insertDeletion,
  lockDeletionsOf,
  lockOpenDeletion,
  openDeletion,
  readDeletion,
  withdrawDeletion,
} from './deletion-repository.ts';
import { forgetPerson } from './forget-person.ts';
import { cancelRenewalsBefore, renewsNoMore } from './renewals-before-closing.ts';

type Dependencies = { db: Db; clock: Clock };

/** Days until a requested closing, during which it can be cancelled. */
export const deletionDays = 30;

/** `device`: of the requesting session, with what it has proved; `Evenkeel` for staff. */
type ClosingChange = { userId: string; device: string; proofs: SessionProofs };
type ClosingRequest = ClosingChange & { cancelRenewals: boolean };
type InSession = { session: { id: string } };

/**
 * Requests the closing of an account, confirmed by mail, and cancels renewals before it if requested. A repeated
 * request keeps the first date.
 */
export async function requestDeletion(
  { db, clock }: Dependencies,
  { session, ...request }: ClosingRequest & InSession,
): Promise<{ closesOn: Day } | EndedMeanwhile> {
  const { userId } = request;
  return db.transaction().execute(async (trx) => {
    await lockClosing(trx, request);
    const ended = await endedMeanwhile(trx, { userId, session });
    return ended ?? requestDeletionIn(trx, { ...request, at: clock.now() });
  });
}

/** Locks the person, and before them what a closing changes as well. */
async function lockClosing(trx: Trx, { userId, cancelRenewals = false }: { userId: string; cancelRenewals?: boolean }) {
  await lockDeletionsOf(trx, userId);
  if (cancelRenewals) await lockHeldOrPaidBy(trx, [userId]);
  await lockUser(trx, userId);
}

/** The same in the caller's transaction, which has authenticated the requester. */
export async function requestDeletionIn(
  trx: Trx,
  { userId, device, proofs, cancelRenewals, at }: ClosingRequest & { at: Date },
): Promise<{ closesOn: Day }> {
  const change = { userId, session: null, kind: 'CLOSING_ASKED', proofs, device, at } as const;
  const opened = await recordOwnershipChange(trx, change, () => openClosing(trx, { userId, at }));
  const closesOn = opened || (await openDeletion(trx, userId))?.closesOn;
  if (!closesOn) throw new Error('The closing of the account was neither created nor found');
  if (cancelRenewals) await cancelRenewalsBefore(trx, { userId, closesOn, at });
  return { closesOn };
}

/** The day on which an account would close if requested now. */
export async function closingDay(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<Day> {
  return addDays(dayIn(at, await zoneOf(db, userId)), deletionDays);
}

/** Opens a request for the closing and notifies its owner; false if one was open. */
export async function openClosing(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<Day | false> {
  const closesOn = await closingDay(trx, { userId, at });
  const requestId = await insertDeletion(trx, { userId, closesOn, at });
  if (requestId === null) return false;
  await enqueue(trx, { name: 'send-account-closing', payload: { requestId }, key: `closing:${requestId}` });
  return closesOn;
}

/**
 * Cancels a requested closing and notifies its owner. `kept`: whether there was one. `renewsNoMore`: whether a plan
 * that its owner pays for does not renew, for instance since the closing was requested.
 */
export async function keepAccount(
  { db, clock }: Dependencies,
  { session, ...keeping }: ClosingChange & InSession,
): Promise<{ kept: boolean; renewsNoMore: boolean } | EndedMeanwhile> {
  const at = clock.now();
  const { userId } = keeping;
  const kept = await db.transaction().execute(async (trx) => {
    await lockClosing(trx, keeping);
    const ended = await endedMeanwhile(trx, { userId, session });
    return ended ?? keepAccountIn(trx, { ...keeping, at });
  });
  return typeof kept === 'boolean' ? { kept, renewsNoMore: await renewsNoMore(db, { userId, at }) } : kept;
}

/** The same in the caller's transaction. */
export function keepAccountIn(trx: Trx, keeping: ClosingChange & { at: Date }): Promise<boolean> {
  return recordOwnershipChange(trx, { ...keeping, session: null, kind: 'ACCOUNT_KEPT' }, () =>
    withdrawDeletion(trx, keeping),
  );
}

/** Whether a request is still open, and its day has come where its owner lives, or is `late` days past. */
export async function isClosingDue(
  { db, clock }: Dependencies,
  requestId: string,
  { late = 0 } = {},
): Promise<boolean> {
  const request = await readDeletion(db, requestId);
  if (!request || request.withdrawnAt !== null || request.closedAt !== null) return false;
  // While somebody claims the account it stays open, and its owner must not be told that it was closed.
  if ((await readUser(db, request.userId))?.frozenAt) return false;
  return addDays(request.closesOn, late) <= dueDay(clock.now(), await zoneOf(db, request.userId));
}

/**
 * Closes an account on its day: login, personal data, stored cards and renewals end. Orders stay for the tax office; a
 * co-parent's subscription lasts until the end of its paid term.
 */
export async function closeAccount({ db, clock }: Dependencies, requestId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    const asked = await readDeletion(trx, requestId);
    if (asked) await lockClaimsOf(trx, asked.userId);
    const request = await lockOpenDeletion(trx, requestId);
    if (!request || request.closesOn > dueDay(at, await zoneOf(trx, request.userId))) return;
    const { userId } = request;
    // A claim also locks the request before it freezes the account.
    if ((await readUser(trx, userId))?.frozenAt) return;
    await stopRenewals(trx, { userId, at });
    await retireMethods(trx, { userId, at, all: true });
    await closeSessions(trx, { userId });
    await forgetClaimsOf(trx, userId);
    await forgetPerson(trx, { userId, at });
    await closeDeletion(trx, { id: requestId, at });
    // Possibly thousands: in several transactions, once the closing can no longer be cancelled.
    await enqueue(trx, {
      name: 'forget-waiting-families',
      payload: { professionalId: userId },
      key: `forget-families:${userId}`,
    });
    const familyId = (await readUser(trx, userId))?.familyId;
    // The children belong to both parents: they are deleted with the last of them.
    if (familyId)
      await enqueue(trx, { name: 'forget-abandoned-family', payload: { familyId }, key: `forget-family:${familyId}` });
  });
}

/** Another payer is told that the plan ended and costs nothing more, not why. */
async function endWithAccount(trx: Trx, { current, at }: { current: Subscription; at: Date }): Promise<void> {
  const { userId, payerUserId } = current;
  await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
  if (payerUserId !== userId) await enqueueEndedMail(trx, { current, userId: payerUserId, because: 'CANCELLED' });
}

async function stopRenewals(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  // A plan paid by a professional does not renew: there is nothing to cancel.
  const subscriptions = (await subscriptionsHeldOrPaidBy(trx, userId))
    .filter((one) => one.userId === userId || one.autoRenew)
    .toSorted(byId);
  for (const { id } of subscriptions) {
    const current = await lockSubscription(trx, id);
    if (current?.state !== 'CURRENT') continue;
    if (current.userId === userId) await endWithAccount(trx, { current, at });
    else await changeRenewalIn(trx, { subscriptionId: id, userId, autoRenew: false, at });
  }
}
