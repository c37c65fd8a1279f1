import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { renewsElsewhere } from '../subscriptions/due-subscriptions.ts';
import { afterCancel, cancelled, mayResume } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  lockSubscription,
  type Subscription,
  type SubscriptionChange,
} from '../subscriptions/subscription-repository.ts';
import { endSubscription } from './end-subscription.ts';
import { closesBeforeCharge } from './renewal-due.ts';
import { enqueueRenewalMails, enqueueTakenOverMail } from './renewal-mails.ts';

type Dependencies = { db: Db; clock: Clock };
export type RenewalChange = { subscriptionId: string; userId: string; autoRenew: boolean };

/**
 * Cancels or resumes a renewal during its term. Holder and payer may both cancel; the paid term is never shortened, but
 * a term that waits for its payment ends unless another system renews it. A holder becomes the payer by resuming a
 * renewal that the other parent has stopped paying, will stop paying by closing their account, or cannot be charged for
 * while a bank decides a dispute. Idempotent.
 */
export async function changeRenewal(
  { db, clock }: Dependencies,
  change: RenewalChange,
): Promise<Subscription | Refusal<'CONFLICT' | 'NOT_FOUND' | 'PAYMENT_DISPUTED' | 'VALIDATION'>> {
  return db.transaction().execute((trx) => changeRenewalIn(trx, { ...change, at: clock.now() }));
}

/** `changeRenewal` in the caller's transaction. */
export async function changeRenewalIn(
  trx: Trx,
  { subscriptionId, userId, autoRenew, at }: RenewalChange & { at: Date },
): Promise<Subscription | Refusal<'CONFLICT' | 'NOT_FOUND' | 'PAYMENT_DISPUTED' | 'VALIDATION'>> {
  const current = await lockSubscription(trx, subscriptionId);
  if (!current || (current.userId !== userId && current.payerUserId !== userId)) return refuse('NOT_FOUND');
  if (current.state !== 'CURRENT') return autoRenew ? refuse('CONFLICT') : current;
  return autoRenew ? resume(trx, { current, userId, at }) : cancel(trx, { current, at });
}

async function cancel(trx: Trx, { current, at }: { current: Subscription; at: Date }): Promise<Subscription> {
  if (!current.autoRenew) return current;
  // The previous system may have been paid for another term, which the next import takes over.
  const change: SubscriptionChange = (await renewsElsewhere(trx, current, at))
    ? cancelled
    : afterCancel(current, dueDay(at, current.timeZone));
  if (change.state) return endSubscription(trx, { current, because: 'CANCELLED', at });
  const changed = await changeSubscription(trx, { current, change, at });
  await enqueueRenewalMails(trx, changed);
  return changed;
}

async function resume(
  trx: Trx,
  { current, userId, at }: { current: Subscription; userId: string; at: Date },
): Promise<Subscription | Refusal<'CONFLICT' | 'PAYMENT_DISPUTED' | 'VALIDATION'>> {
  if (await renewsStill(trx, { subscription: current, userId, at })) return current;
  const refusal = await refusedResume(trx, { subscription: current, userId, at });
  if (refusal) return refusal;
  const resumed = await changeSubscription(trx, { current, change: { autoRenew: true, payerUserId: userId }, at });
  await enqueueRenewalMails(trx, resumed);
  await enqueueTakenOverMail(trx, { before: current, after: resumed });
  return resumed;
}

/**
 * Whether a plan will renew as chosen. Not if the payer closes the account before; and for its holder, who is told that
 * it ends, not while the payer's bank handles a dispute.
 */
async function renewsStill(
  db: DbOrTrx,
  { subscription, userId, at }: { subscription: Subscription; userId: string; at: Date },
): Promise<boolean> {
  const { autoRenew, payerUserId } = subscription;
  if (!autoRenew || (await closesBeforeCharge(db, { subscription, at }))) return false;
  return payerUserId === userId || !(await hasOpenDispute(db, payerUserId));
}

/** Why a user cannot resume or take over a renewal now; null if they can. Views and staff actions use the same rule. */
export async function refusedResume(
  db: DbOrTrx,
  { subscription, userId, at }: { subscription: Subscription; userId: string; at: Date },
): Promise<Refusal<'CONFLICT' | 'PAYMENT_DISPUTED' | 'VALIDATION'> | null> {
  const autoRenew = await renewsStill(db, { subscription, userId, at });
  if (!mayResume({ ...subscription, autoRenew }, dueDay(at, subscription.timeZone))) return refuse('CONFLICT');
  if (await closesBeforeCharge(db, { subscription: { ...subscription, payerUserId: userId }, at }))
    return refuse('CONFLICT');
  if (await hasOpenDispute(db, userId)) return refuse('PAYMENT_DISPUTED');
  const method = await defaultMethod(db, userId);
  return method ? null : refuseFields({ field: 'paymentMethod', code: 'payment_method_needed' });
}
