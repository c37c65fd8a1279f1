import { isDeepStrictEqual } from 'node:util';
import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import { refundUnfulfilledOrder } from '../checkout/refund-unfulfilled-order.ts';
import type { Completion, Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { readUser } from '../identity/user-repository.ts';
import { isRefusal } from '../refusal.ts';
import { insertUpgrade } from '../subscriptions/period-repository.ts';
import { dropRenewalChoice } from '../subscriptions/renewal-choice-repository.ts';
import { changeSubscription, lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { agreeToRenewals } from './agree-to-renewals.ts';
import { lockPaidSubscription } from './begin-paid-period.ts';
import { billOfUpgrade } from './quote-upgrade.ts';
import { enqueueTakenOverMail } from './renewal-mails.ts';

type Upgrade = { settled: Settled<'UPGRADE'>; current: Subscription };
type PricedUpgrade = { current: Subscription; purchase: Settled<'UPGRADE'>['purchase'] };

/** Applies a paid upgrade; its payer pays for the renewals from then on. */
export const upgradeCompletion: Completion<'UPGRADE'> = {
  isWanted: async (trx, { attempt, purchase, at }) => {
    const current = await lockSubscription(trx, attempt.subjectId);
    const buyer = await readUser(trx, purchase.buyerId);
    if (!current || !buyer || !isAsPriced({ current, purchase })) return false;
    return !isRefusal(await billOfUpgrade(trx, current, { user: buyer, at }));
  },
  approved: async (trx, settled) => {
    const current = await lockPaidSubscription(trx, settled);
    const { buyerId: userId } = settled.purchase;
    const orderId = await insertPaidOrder(trx, { settled, userId, familyId: current.familyId });
    if (!isAsPriced({ current, purchase: settled.purchase }))
      return refundUnfulfilledOrder(trx, { settled, orderId, userId });
    await changePlan(trx, { settled, current, orderId });
    await enqueueReceipt(trx, orderId);
  },
  refused: async () => undefined,
};

/** After a chargeback of an earlier upgrade, this one would give a larger plan for too low a price. */
function isAsPriced({ purchase, current }: PricedUpgrade): boolean {
  const { period, pricedOn } = purchase;
  return (
    current.state === 'CURRENT' &&
    current.periodStart === period.periodStart &&
    current.packageId === pricedOn.packageId &&
    isDeepStrictEqual(current.services, pricedOn.services)
  );
}

async function changePlan(trx: Trx, { settled, current, orderId }: Upgrade & { orderId: string }): Promise<void> {
  const { at, attempt, purchase } = settled;
  const { order, upgradedOn, netCents, buyerId } = purchase;
  await insertUpgrade(trx, {
    orderId,
    subscriptionId: current.id,
    periodStart: current.periodStart,
    upgradedOn,
    netCents,
    paidCents: attempt.amountCents,
    previousPackageId: current.packageId,
    previousServices: current.services,
  });
  await dropRenewalChoice(trx, current);
  const upgraded = await changeSubscription(trx, {
    current,
    change: { packageId: order.packageId, services: order.services, payerUserId: buyerId },
    at,
  });
  await enqueueTakenOverMail(trx, { before: current, after: upgraded });
  await agreeToRenewals(trx, settled);
}
