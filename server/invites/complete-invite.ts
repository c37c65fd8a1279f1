import { queueCredentialsLink } from '../checkout/credentials-link.ts';
import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { mayStartPlan } from '../checkout/one-plan-each.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import { refundUnfulfilledOrder } from '../checkout/refund-unfulfilled-order.ts';
import type { Completion, Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { recordConsents } from '../identity/consent-repository.ts';
import { advanceInvite, latestInvite } from '../identity/invite-repository.ts';
import { lockUser, markCredentialsNeeded, type User } from '../identity/user-repository.ts';
import { storePaymentMethod } from '../payments/order-repository.ts';
import { sharePaid } from '../pricing/price-order.ts';
import type { TokenMaker } from '../secret.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';

/** Gives an invited parent what they paid for. After a decline nothing has changed: they may use another card. */
export function inviteCompletion({ makeToken }: { makeToken: TokenMaker }): Completion<'INVITE'> {
  return {
    isWanted: (trx, { attempt }) => mayStartPlan(trx, attempt.subjectId),
    approved: (trx, settled) => completeInvite(trx, { settled, makeToken }),
    refused: async () => undefined,
  };
}

async function completeInvite(
  trx: Trx,
  { settled, makeToken }: { settled: Settled<'INVITE'>; makeToken: TokenMaker },
): Promise<void> {
  const { attempt, purchase, outcome, at } = settled;
  const user = await lockUser(trx, attempt.subjectId);
  if (!user) throw new Error('Payment attempt without an invited parent');
  const orderId = await insertPaidOrder(trx, { settled, userId: user.id, familyId: user.familyId });
  await startPlan(trx, { settled, user, orderId });
  if (outcome.outcome === 'approved')
    await storePaymentMethod(trx, { userId: user.id, method: outcome.paymentMethod, at });
  const { consent, country, language } = purchase;
  await recordConsents(trx, { userId: user.id, consent, country, language, at });
  await markCredentialsNeeded(trx, { userId: user.id, gatewayCustomerId: user.gatewayCustomerId ?? user.id, at });
  const invite = await latestInvite(trx, user.id);
  if (invite) await advanceInvite(trx, { id: invite.id, step: 3 });
  await enqueueReceipt(trx, orderId);
  if (user.username === null) await queueCredentialsLink(trx, { userId: user.id, makeToken, at });
}

type Paid = { settled: Settled<'INVITE'>; user: User };

async function startPlan(trx: Trx, { settled, user, orderId }: Paid & { orderId: string }): Promise<void> {
  const { purchase, at } = settled;
  // Somebody else paid during the gateway call: this payment is refunded.
  if (!(await mayStartPlan(trx, user.id))) return refundUnfulfilledOrder(trx, { settled, orderId, userId: user.id });
  const { order, years, quote } = purchase;
  const [paidCents = 0] = sharePaid(quote.priced);
  const plan = { packageId: order.packageId, services: order.services, years, orderId, paidCents };
  await startSubscription(trx, {
    ...plan,
    userId: user.id,
    familyId: user.familyId ?? '',
    payerUserId: user.id,
    timeZone: user.timeZone ?? 'UTC',
    at,
  });
}
