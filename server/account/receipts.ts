import type { ReceiptItem, readReceipt as readRoute } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { townLine } from '#contract/address-lines.ts';
import { formatCents } from '#contract/money.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import { paidPlanName, presentReceipt } from '../checkout/receipt.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { countryName } from '../lookups/countries.ts';
import { regionName } from '../lookups/regions.ts';
import { type Order, ordersOfUser, readOrder } from '../payments/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { dayIn } from '../subscriptions/calendar.ts';
import { type PaidTerm, paidTerms } from '../subscriptions/paid-terms.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';

type Reading = { terms: readonly PaidTerm[]; language: Language };

function item(order: Order<StoredQuote>, reading: Reading): ReceiptItem {
  return {
    orderId: order.id,
    purpose: order.kind,
    date: dayIn(order.createdAt, order.timeZone),
    planName: paidPlanName(order, reading),
    total: order.totalCents,
    totalFormatted: formatCents(order.totalCents),
    refunded: order.refundedCents,
    refundedFormatted: formatCents(order.refundedCents),
  };
}

/** What somebody has paid, the latest first. */
export async function listReceipts(
  db: Db,
  { userId, language, limit }: { userId: string; language: Language; limit: number },
): Promise<ReceiptItem[]> {
  const orders = await ordersOfUser<StoredQuote>(db, { userId, limit });
  const terms = await paidTerms(
    db,
    orders.map(({ id }) => id),
  );
  const byOrder = Map.groupBy(terms, ({ orderId }) => orderId);
  return orders.map((order) => item(order, { terms: byOrder.get(order.id) ?? [], language }));
}

/** One's own receipt; anybody else's is not found. */
export async function readOwnReceipt(
  db: Db,
  { user, orderId, language }: { user: User; orderId: string; language: Language },
): Promise<AnswerOf<typeof readRoute> | Refusal<'NOT_FOUND'>> {
  const order = await readOrder<StoredQuote>(db, orderId);
  if (order?.userId !== user.id) return refuse('NOT_FOUND');
  const reading = { terms: await paidTerms(db, [order.id]), language };
  const { purpose, refunded, refundedFormatted } = item(order, reading);
  return {
    receipt: presentReceipt(order, reading),
    purpose,
    refunded,
    refundedFormatted,
    billedTo: billedTo(user, language),
  };
}

function billedTo(user: User, language: Language): string[] {
  const name = `${user.firstName} ${user.lastName}`;
  const address = addressOf(user);
  if (!address) return [name];
  const { line1, line2, city, region, postalCode, country } = address;
  const town = townLine({ city, region: region && regionName({ country, region, language }), postalCode });
  return [name, line1, line2, town, countryName({ country, language })].filter((line) => line !== '');
}
