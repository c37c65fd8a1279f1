import type { Day } from '#contract/fields/day.ts';
import type { Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import { anniversary, purchaseDay } from './calendar.ts';

export type NewSubscription = {
  userId: string;
  familyId: string;
  payerUserId: string;
  /** The payer's (IANA name). */
  timeZone: string;
  packageId: number;
  services: readonly string[];
  years: 1 | 2;
  orderId: string;
  paidCents: number;
  /** False if somebody else paid for one term only. */
  autoRenew?: boolean;
  at: Date;
};

/**
 * Starts a subscription with its first paid period, from the current day in the payer's zone. A second current
 * subscription for the same person violates a unique index.
 */
export async function startSubscription(
  trx: Trx,
  { years, orderId, paidCents, at, services, autoRenew = true, ...values }: NewSubscription,
): Promise<{ id: string; periodEnd: Day }> {
  const id = newId(at);
  const anchorDate = purchaseDay(at, values.timeZone);
  const periodEnd = anniversary(anchorDate, years);
  await trx
    .with('started', (query) =>
      query.insertInto('subscriptions').values({
        ...values,
        id,
        services: [...services],
        state: 'CURRENT',
        autoRenew,
        anchorDate,
        periodStart: anchorDate,
        periodEnd,
        createdAt: at,
        updatedAt: at,
      }),
    )
    .insertInto('subscriptionPeriods')
    .values({ subscriptionId: id, periodStart: anchorDate, periodEnd, orderId, paidCents })
    .execute();
  return { id, periodEnd };
}
