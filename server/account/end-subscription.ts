import type { Trx } from '../db/pool.ts';
import { lapsed } from '../subscriptions/subscription-life.ts';
import { changeSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { correctInvite } from '../invites/waiting-invite.ts';
import { enqueueEndedMail } from './renewal-mails.ts';

/**
 * Ends a locked subscription at the end of its term. Records stay readable. Its holder is notified, by another invite
 * if they have not joined; another payer only of a declined charge.
 */
export async function endSubscription(
  trx: Trx,
  { current, at }: { current: Subscription; at: Date },
): Promise<Subscription> {
  const ended = await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
  const declined = current.autoRenew && current.declinedOn !== null;
  for (const userId of new Set([current.userId, ...(declined ? [current.payerUserId] : [])])) {
    await enqueueEndedMail(trx, { current, userId, declined });
  }
  await correctInvite(trx, { userId: current.userId, at });
  return ended;
}
