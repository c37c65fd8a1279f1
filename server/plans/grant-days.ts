import { dayIn } from '#contract/fields/day.ts';
import { coverageOf, refusedSecondPlan } from '../checkout/one-plan-each.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { isBeingCharged } from '../payments/payment-attempt-repository.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { addDays, dueDay } from '../subscriptions/calendar.ts';
import { renewsElsewhere } from '../subscriptions/due-subscriptions.ts';
import { extendPeriod } from '../subscriptions/period-repository.ts';
import { hasPaidDays, mayRestart } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  lockSubscription,
  type Subscription,
  zoneOf,
} from '../subscriptions/subscription-repository.ts';
import { enqueueMovedMails } from './renewal-mails.ts';

type FreeDaysParams = { subscriptionId: string; days: number; at: Date };

/**
 * Whether days can be added: the plan runs, is paid, no payment for what follows it is in progress, and no other system
 * renews it, because that would ignore the added days.
 */
export async function mayExtend(db: DbOrTrx, current: Subscription, at: Date): Promise<boolean> {
  if (!hasPaidDays(current, dueDay(at, current.timeZone)) || (await renewsElsewhere(db, current, at))) return false;
  return !(await isBeingCharged(db, { subjectId: current.id, purposes: ['RENEWAL', 'UPGRADE'] }));
}

/** Adds days to the running period without payment. The next period begins that much later, and its payer is told. */
export async function extendPlan(
  trx: Trx,
  { subscriptionId, days, at }: FreeDaysParams,
): Promise<Subscription | Refusal<'CONFLICT'>> {
  const current = await lockSubscription(trx, subscriptionId);
  if (!current || !(await mayExtend(trx, current, at))) return refuse('CONFLICT');
  const periodEnd = addDays(current.periodEnd, days);
  await extendPeriod(trx, { ...current, periodEnd });
  const extended = await changeSubscription(trx, { current, change: { periodEnd }, at });
  if (extended.autoRenew) await enqueueMovedMails(trx, extended);
  return extended;
}

/** Whether a plan can be granted again: it has ended, its holder has no other plan, and nobody is paying for one. */
export async function mayGrant(db: DbOrTrx, { userId, state }: Subscription): Promise<boolean> {
  if (!mayRestart(state)) return false;
  const { covered, charged } = await coverageOf(db, [userId]);
  return !covered && !charged;
}

/** Restarts an ended plan today, for days that nobody pays for. It does not renew. */
export async function grantPlan(
  trx: Trx,
  { subscriptionId, days, at }: FreeDaysParams,
): Promise<Subscription | Refusal<'CONFLICT'>> {
  const current = await lockSubscription(trx, subscriptionId);
  if (!current || !mayRestart(current.state)) return refuse('CONFLICT');
  const { userId } = current;
  if (isRefusal(await refusedSecondPlan(trx, [userId]))) return refuse('CONFLICT');
  const today = dayIn(at, await zoneOf(trx, userId));
  const period = { anchorDate: today, periodStart: today, periodEnd: addDays(today, days) };
  const restarted = {
    state: 'CURRENT',
    autoRenew: false,
    payerUserId: userId,
    declinedOn: null,
    retryOn: null,
  } as const;
  return changeSubscription(trx, { current, change: { ...restarted, ...period, endedAt: null }, at });
}
