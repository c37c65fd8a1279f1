import type { Trx } from '../../db/pool.ts';
import { defaultMethod } from '../../payments/payment-method-repository.ts';
import { addDays, dueDay } from '../../subscriptions/calendar.ts';
import { graceDays } from '../../subscriptions/renewal-schedule.ts';
import type { Subscription } from '../../subscriptions/subscription-repository.ts';
import { endSubscription } from '../end-subscription.ts';
import { enqueueDeclinedMail } from '../renewal-mails.ts';
import { isDueAgain } from './backup-try.ts';

type Untaken = { current: Subscription; attemptId: string | null; backupMethodId: string | null; at: Date };

/**
 * The backup did not pay: the decline that waited for it ends the plan if it was the last one, and is told otherwise.
 * Nothing is told of a default method that was stored since: it is charged at once.
 */
export async function withoutBackup(trx: Trx, { current, attemptId, backupMethodId, at }: Untaken): Promise<void> {
  const { id: subscriptionId, state, declinedOn, retryOn, payerUserId, timeZone } = current;
  if (state !== 'CURRENT' || declinedOn === null) return;
  const today = dueDay(at, timeZone);
  const [method, isDue] = [await defaultMethod(trx, payerUserId), isDueAgain(current, today)];
  if (!isDue && today >= addDays(declinedOn, graceDays)) return void (await endSubscription(trx, { current, at }));
  if (isDue && method) return;
  const told = { subscriptionId, attemptId, backupMethodId, paymentMethodId: method?.id ?? null };
  await enqueueDeclinedMail(trx, { ...told, nextTryOn: retryOn, isPostponed: false });
}
