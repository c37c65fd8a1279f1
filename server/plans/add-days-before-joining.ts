import { mostDaysBeforeJoining } from '#contract/account/days-before-joining.ts';
import { dayIn } from '#contract/fields/day.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { readUser } from '../identity/user-repository.ts';
import { addDays, daysBetween, dueDay } from '../subscriptions/calendar.ts';
import { extendPeriod, readPeriod } from '../subscriptions/period-repository.ts';
import {
  changeSubscription,
  currentSubscription,
  type Subscription,
} from '../subscriptions/subscription-repository.ts';
import { periodBefore } from '../subscriptions/unpaid-terms.ts';
import { mayExtend } from './grant-days.ts';
import { enqueueJoinedMail } from './renewal-mails.ts';

/**
 * Adds the days of a plan's term that passed before its holder joined, if another parent pays for it. Once per person,
 * because nobody joins twice; the caller has locked the holder's plans before the holder.
 */
export async function addDaysBeforeJoining(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const current = await currentSubscription(trx, userId);
  if (!current || !(await isPaidByParent(trx, current)) || !(await mayExtend(trx, current, at))) return;
  const days = await daysPassed(trx, { current, at });
  if (days <= 0) return;
  const periodEnd = addDays(current.periodEnd, days);
  await extendPeriod(trx, { ...current, periodEnd, daysBeforeJoining: days });
  await enqueueJoinedMail(trx, await changeSubscription(trx, { current, change: { periodEnd }, at }));
}

/** A professional's plan has a term that their papers state; an imported one was used before it came here. */
async function isPaidByParent(db: DbOrTrx, current: Subscription): Promise<boolean> {
  const { userId, payerUserId } = current;
  if (payerUserId === userId || (await readPeriod(db, current)) === null) return false;
  const payer = await readUser(db, payerUserId);
  return payer !== null && payer.role !== 'PROFESSIONAL';
}

/** Of the running term, even if the next one is paid already. */
async function daysPassed(db: DbOrTrx, { current, at }: { current: Subscription; at: Date }): Promise<number> {
  const before = dueDay(at, current.timeZone) < current.periodStart ? await periodBefore(db, current) : null;
  const from = before?.periodStart ?? current.periodStart;
  return Math.min(mostDaysBeforeJoining, daysBetween(from, dayIn(at, current.timeZone)));
}
