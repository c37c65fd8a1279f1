import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { defaultMethod, type PaymentMethod } from '../payments/payment-method-repository.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { latestSuspension } from '../subscriptions/charge-suspensions.ts';
import { closesBy, closingDayOf } from '../subscriptions/closing-payer.ts';
import { announcedOn } from '../subscriptions/renewal-notice-repository.ts';
import { firstChargeOn, type RenewalAction } from '../subscriptions/renewal-schedule.ts';
import { actionAt } from '../subscriptions/subscription-life.ts';
import { lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { mustAsk } from './ask-about-unjoined.ts';
import { backupTryKey, chargeableBackup } from './methods/backup-try.ts';

/**
 * The action of the day. Nothing is charged automatically while operators suspend all charges, while a payment of the
 * payer is disputed, or before the renewal was announced to its payer. From the day on which the payer's or the
 * holder's account closes nothing is charged at all; the closing ends the plan. A renewal for a holder who never joined
 * is charged only after its payer was asked.
 */
export async function actionFor(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<RenewalAction> {
  const { userId, payerUserId, timeZone } = subscription;
  const paused = await hasOpenDispute(db, payerUserId);
  const suspension = await latestSuspension(db, { timeZone, at });
  const action = actionAt(subscription, { at, paused, announcedOn: await announcedOn(db, subscription), suspension });
  if (action !== 'CHARGE') return action;
  const day = dueDay(at, timeZone);
  const closing = await closesBy(db, { userIds: [payerUserId, userId], day });
  return closing || (await mustAsk(db, subscription)) ? 'WAIT' : 'CHARGE';
}

/**
 * The day on which an untried renewal is charged: its own day, or later if it is announced late or was held; while all
 * charges are held, the earliest possible one.
 */
export async function chargeDay(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<Day> {
  const { timeZone } = subscription;
  const [told, suspension] = [await announcedOn(db, subscription), await latestSuspension(db, { timeZone, at })];
  return firstChargeOn(subscription, { announcedOn: told, suspension, today: dueDay(at, timeZone) });
}

/** The day of a renewal's next charge: of its first, or of its retry; its own day if no retry is planned. */
export async function nextChargeDay(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<Day> {
  const { declinedOn, retryOn, periodEnd } = subscription;
  return declinedOn === null ? chargeDay(db, { subscription, at }) : (retryOn ?? periodEnd);
}

/** Whether the payer's account closes before a renewal's next charge, which may be later than its own day. */
export async function closesBeforeCharge(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<boolean> {
  const closesOn = await closingDayOf(db, subscription.payerUserId);
  return closesOn !== null && closesOn <= (await nextChargeDay(db, { subscription, at }));
}

/**
 * One key per try: whatever ends a try also raises the subscription's version, in the same transaction. Day and method
 * do not identify a try, because the same wallet account can be stored again on the day of a retry.
 */
export function tryKey({ periodEnd, version }: Subscription): string {
  return `${periodEnd}:${version}`;
}

type Try = { subscriptionId: string; key: string; token: string | null; at: Date };

/**
 * Locks the subscription and returns it if this try of its renewal should still be made; null if the renewal was made,
 * cancelled or disputed meanwhile, or got another payer or card. Checked before every send.
 */
export async function lockForTry(trx: Trx, { subscriptionId, key, token, at }: Try): Promise<Subscription | null> {
  const current = await lockSubscription(trx, subscriptionId);
  if (current?.state !== 'CURRENT') return null;
  return (await methodOfTry(trx, { current, key, at }))?.token === token ? current : null;
}

/** The method that this try would be charged to now; null if it is not due. */
async function methodOfTry(
  trx: Trx,
  { current, key, at }: { current: Subscription; key: string; at: Date },
): Promise<PaymentMethod | null> {
  if (key === backupTryKey(current)) return chargeableBackup(trx, { subscription: current, at });
  const isDue = key === tryKey(current) && (await actionFor(trx, { subscription: current, at })) === 'CHARGE';
  return isDue ? defaultMethod(trx, current.payerUserId) : null;
}
