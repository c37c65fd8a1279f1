import type { EndReason } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { correctInvite } from '../invites/waiting-invite.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { latestSuspension } from '../subscriptions/charge-suspensions.ts';
import { endInstant, lapsed } from '../subscriptions/subscription-life.ts';
import { changeSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { enqueueEndedMail } from './renewal-mails.ts';

/** Why a due subscription ends now: what was declined, or a dispute that the bank has not decided. */
async function reasonToEnd(trx: Trx, current: Subscription): Promise<EndReason> {
  if (!current.autoRenew) return 'CANCELLED';
  if (current.declinedOn !== null) return (await unpaidTerm(trx, current)) ? 'UNSETTLED' : 'DECLINED';
  return (await hasOpenDispute(trx, current.payerUserId)) ? 'DISPUTED' : 'CANCELLED';
}

/**
 * Ends a locked subscription at the end of its term. Its records stay readable. The holder is notified (by another
 * invite if they have not joined); a payer other than the holder only if they did not choose the end.
 */
export async function endSubscription(
  trx: Trx,
  { current, because, at }: { current: Subscription; because?: EndReason; at: Date },
): Promise<Subscription> {
  const reason = because ?? (await reasonToEnd(trx, current));
  const suspension = await latestSuspension(trx, { timeZone: current.timeZone, at });
  const endedAt = endInstant(current, { at, paused: await hasOpenDispute(trx, current.payerUserId), suspension });
  const ended = await changeSubscription(trx, { current, change: { ...lapsed, endedAt }, at });
  const others = reason === 'CANCELLED' ? [] : [current.payerUserId];
  for (const userId of new Set([current.userId, ...others]))
    await enqueueEndedMail(trx, { current, userId, because: reason });
  await correctInvite(trx, { userId: current.userId, at });
  return ended;
}
