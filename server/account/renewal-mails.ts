import { enqueue, type JobPayloads } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

/**
 * Tells the payer that a renewal could not be charged. `attemptId` is null when there was nothing to charge,
 * `paymentMethodId` if nothing is stored.
 */
export async function enqueueDeclinedMail(
  trx: Trx,
  payload: Required<JobPayloads['send-renewal-declined']>,
): Promise<void> {
  const { subscriptionId, attemptId } = payload;
  await enqueue(trx, {
    name: 'send-renewal-declined',
    payload,
    key: `renewal-declined:${attemptId ?? subscriptionId}`,
  });
}

/**
 * Tells the payer, and whoever holds the subscription, that it will renew or will not, as it stands when the mail is
 * written.
 */
export async function enqueueRenewalMails(trx: Trx, { id, version, userId, payerUserId }: Subscription): Promise<void> {
  for (const to of new Set([payerUserId, userId])) {
    await enqueue(trx, {
      name: 'send-renewal-changed',
      payload: { subscriptionId: id, userId: to, version },
      key: `renewal-changed:${id}:${version}:${to}`,
    });
  }
}

/** Tells somebody that a subscription has ended. */
export async function enqueueEndedMail(
  trx: Trx,
  { current: { id, periodEnd }, userId, declined }: { current: Subscription; userId: string; declined: boolean },
): Promise<void> {
  const payload = { subscriptionId: id, userId, declined };
  await enqueue(trx, {
    name: 'send-subscription-ended',
    payload,
    key: `subscription-ended:${id}:${periodEnd}:${userId}`,
  });
}
