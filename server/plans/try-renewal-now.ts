import { after, type Clock, days } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { addressOf, readUser } from '../identity/user-repository.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { isBeingCharged, triesSince } from '../payments/payment-attempt-repository.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { areChargesSuspended } from '../subscriptions/charge-suspensions.ts';
import { lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { chargeNewMethod } from './methods/save-payment-method.ts';

type Try = { subscriptionId: string; userId: string };
type TryProblem =
  | 'CHARGES_SUSPENDED'
  | 'CONFLICT'
  | 'NOT_FOUND'
  | 'PAYMENT_DISPUTED'
  | 'PAYMENT_IN_PROGRESS'
  | 'VALIDATION';

/** Tries of a renewal within a day: card networks count how often a declined card is charged. */
const triesADay = 4;

/** Why the next try cannot be brought forward now; null if it can. The view uses the same rule. */
export async function refusedTryNow(
  db: DbOrTrx,
  { subscription, userId, at }: { subscription: Subscription; userId: string; at: Date },
): Promise<Refusal<TryProblem> | null> {
  const { id: subjectId, payerUserId, state, autoRenew, retryOn } = subscription;
  if (payerUserId !== userId) return refuse('NOT_FOUND');
  if (state !== 'CURRENT' || !autoRenew || retryOn === null) return refuse('CONFLICT');
  if (await areChargesSuspended(db)) return refuse('CHARGES_SUSPENDED');
  if (await hasOpenDispute(db, userId)) return refuse('PAYMENT_DISPUTED');
  if (await isBeingCharged(db, { subjectId, purposes: ['RENEWAL', 'UPGRADE'] })) return refuse('PAYMENT_IN_PROGRESS');
  const tries = await triesSince(db, { subjectId, since: after(at, -days(1)) });
  if (tries >= triesADay) return refuse('CONFLICT');
  const [user, method] = [await readUser(db, userId), await defaultMethod(db, userId)];
  return method && user && addressOf(user)
    ? null
    : refuseFields({ field: 'paymentMethod', code: 'payment_method_needed' });
}

/**
 * Brings the next try of a declined renewal forward to now, at its payer's request. Only a try that was planned anyway:
 * a method that was refused for good is never tried again. Idempotent while a try is due.
 */
export async function tryRenewalNow(
  { db, clock }: { db: Db; clock: Clock },
  { subscriptionId, userId }: Try,
): Promise<{ triesNow: true } | Refusal<TryProblem>> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const current = await lockSubscription(trx, subscriptionId);
    if (!current) return refuse('NOT_FOUND');
    const refusal = await refusedTryNow(trx, { subscription: current, userId, at });
    if (refusal) return refusal;
    if (current.retryOn !== null && current.retryOn > dueDay(at, current.timeZone))
      await chargeNewMethod(trx, { current, at });
    return { triesNow: true as const };
  });
}
