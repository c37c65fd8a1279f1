import type { EndReason } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { lapsed } from '../subscriptions/subscription-life.ts';
import { changeSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { correctInvite } from '../invites/waiting-invite.ts';
import { enqueueEndedMail } from './renewal-mails.ts';

/** Why a subscription that is due ends now: what was refused, or what its payer's bank has not decided. */
async function reasonToEnd(trx: Trx, current: Subscription): Promise<EndReason> {
  if (!current.autoRenew) return 'CANCELLED';
  if (current.declinedOn !== null) return (await unpaidTerm(trx, current)) ? 'UNSETTLED' : 'DECLINED';
  return (await hasOpenDispute(trx, current.payerUserId)) ? 'DISPUTED' : 'CANCELLED';
}

/**
 * Ends a locked subscription at the end of its term. Records stay readable. Its holder is notified, by another invite
 * if they have not joined; another payer only of what they did not choose.
 */
export async function endSubscription(
  trx: Trx,
  { current, because, at }: { current: Subscription; because?: EndReason; at: Date },
): Promise<Subscription> {
  const reason = because ?? (await reasonToEnd(trx, current));
  const ended = await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
  const others = reason === 'CANCELLED' ? [] : [current.payerUserId];
  for (const userId of new Set([current.userId, ...others]))
    await enqueueEndedMail(trx, { current, userId, because: reason });
  await correctInvite(trx, { userId: current.userId, at });
  return ended;
}
