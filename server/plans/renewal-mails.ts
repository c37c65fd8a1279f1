import type { ChosenPlan } from '../checkout/quote-renewal.ts';
import { type EndReason, enqueue, type JobPayloads } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { coveredBy, enqueueCoverMail } from '../subscriptions/renewal-cover-repository.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type RenewalChange = JobPayloads['send-renewal-changed']['because'];

/**
 * Notifies the payer that a renewal could not be charged. `attemptId` is null if there was nothing to charge,
 * `paymentMethodId` if no method is stored.
 */
export async function enqueueDeclinedMail(
  trx: Trx,
  payload: Required<JobPayloads['send-renewal-declined']>,
): Promise<void> {
  const { subscriptionId, attemptId, nextTryOn } = payload;
  await enqueue(trx, {
    name: 'send-renewal-declined',
    payload,
    key: `renewal-declined:${attemptId ?? subscriptionId}:${nextTryOn ?? 'last'}`,
  });
}

/** Has a declined renewal charged to its payer's backup method; they are told of the decline only if that fails. */
export async function enqueueBackupTry(
  db: DbOrTrx,
  payload: JobPayloads['try-backup-method'],
  runAt?: Date,
): Promise<void> {
  const key = `try-backup:${payload.subscriptionId}`;
  await enqueue(db, { name: 'try-backup-method', payload, key, ...(runAt && { runAt }) });
}

/** Notifies payer and holder that a subscription will or will not renew, as of the time when the mail is written. */
export async function enqueueRenewalMails(trx: Trx, after: Subscription): Promise<void> {
  for (const to of new Set([after.payerUserId, after.userId])) await enqueueRenewalMail(trx, { after, to });
}

/** Notifies payer and holder that staff moved a renewal, and a co-parent for whom it also pays of the new day. */
export async function enqueueMovedMails(trx: Trx, after: Subscription): Promise<void> {
  const { id: subscriptionId, version } = after;
  const userId = await coveredBy(trx, after);
  if (userId !== null) await enqueueCoverMail(trx, { subscriptionId, userId, version, covers: true });
  for (const to of new Set([after.payerUserId, after.userId]))
    await enqueueRenewalMail(trx, { after, to, because: 'MOVED' });
}

/** Notifies a payer that the plan's holder has joined, and of the days added for the time before. */
export async function enqueueJoinedMail(trx: Trx, after: Subscription): Promise<void> {
  await enqueueRenewalMail(trx, { after, to: after.payerUserId, because: 'JOINED' });
}

/** Notifies a holder for whom somebody else paid another term; whoever paid has a receipt. */
export async function enqueueRenewedMail(trx: Trx, after: Subscription): Promise<void> {
  const { userId: to, payerUserId } = after;
  if (to !== payerUserId) await enqueueRenewalMail(trx, { after, to, because: 'RENEWED' });
}

/** What tells one choice from another. */
export const planOnly = ({ packageId, services }: ChosenPlan) => ({ packageId, services: [...services] });

/** Notifies payer and holder of the plan that a subscription renews to. */
export async function enqueueRenewalChoiceMails(
  trx: Trx,
  {
    after: { id: subscriptionId, version, periodStart, payerUserId, userId: holderId },
    chosen,
  }: { after: Subscription; chosen: ChosenPlan | null },
): Promise<void> {
  for (const userId of new Set([payerUserId, holderId]))
    await enqueue(trx, {
      name: 'send-renewal-choice',
      payload: { subscriptionId, userId, version, periodStart, chosen: chosen && planOnly(chosen) },
      key: `renewal-choice:${subscriptionId}:${userId}`,
    });
}

/** Notifies the previous payer of a subscription that its holder pays from now on. */
export async function enqueueTakenOverMail(
  trx: Trx,
  { before: { payerUserId: to }, after }: { before: Subscription; after: Subscription },
): Promise<void> {
  if (to !== after.payerUserId) await enqueueRenewalMail(trx, { after, to });
}

/** Notifies one person of a subscription's state after a change. */
export async function enqueueRenewalMail(
  trx: Trx,
  { after: { id, version }, to, because = null }: { after: Subscription; to: string; because?: RenewalChange },
): Promise<void> {
  await enqueue(trx, {
    name: 'send-renewal-changed',
    payload: { subscriptionId: id, userId: to, version, because },
    key: `renewal-changed:${id}:${version}:${to}`,
  });
}

/** Notifies somebody that a subscription has ended, and why. */
export async function enqueueEndedMail(
  trx: Trx,
  { current: { id, periodEnd }, userId, because }: { current: Subscription; userId: string; because: EndReason },
): Promise<void> {
  const payload = { subscriptionId: id, userId, because };
  await enqueue(trx, {
    name: 'send-subscription-ended',
    payload,
    key: `subscription-ended:${id}:${periodEnd}:${userId}`,
  });
}
