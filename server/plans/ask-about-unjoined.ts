import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { hasJoined, readUser } from '../identity/user-repository.ts';
import { changeSubscription, lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { enqueueRenewalMails } from './renewal-mails.ts';

/** Whether a plan's holder never joined and somebody else pays for it. */
export async function isForUnjoined(
  db: DbOrTrx,
  { userId, payerUserId }: Pick<Subscription, 'userId' | 'payerUserId'>,
): Promise<boolean> {
  const holder = userId === payerUserId ? null : await readUser(db, userId);
  return holder !== null && !hasJoined(holder.status);
}

/**
 * Whether a renewal must wait for the question to its payer: nobody pays another year for a person who never joined
 * without being asked.
 */
export async function mustAsk(db: DbOrTrx, subscription: Subscription): Promise<boolean> {
  const { autoRenew, declinedOn, askedFor, periodEnd } = subscription;
  return autoRenew && declinedOn === null && askedFor !== periodEnd && (await isForUnjoined(db, subscription));
}

/**
 * Asks the payer of a plan whose holder never joined whether to renew it. Without an answer it does not renew: the
 * renewal stays off until the payer turns it on. Asked once per renewal, however often this runs.
 */
export async function askAboutUnjoined(
  { db, clock }: { db: Db; clock: Clock },
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const current = await lockSubscription(trx, subscriptionId);
    if (current?.state !== 'CURRENT' || !(await mustAsk(trx, current))) return;
    const change = { autoRenew: false, askedFor: current.periodEnd };
    const asked = await changeSubscription(trx, { current, change, at: clock.now() });
    await enqueueRenewalMails(trx, asked);
  });
}
