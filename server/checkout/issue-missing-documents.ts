import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { balanceDocuments } from '../documents/issue-document.ts';
import type { Sellers } from '../documents/sellers.ts';
import { firstIdAt } from '../new-id.ts';
import { issueOrderInvoice } from './invoice.ts';
import { payerOfAttempt } from './purchase.ts';

type Dependencies = { db: Db; clock: Clock; sellers: Sellers };

/** Documents per transaction: payers wait for the next number meanwhile. */
const batch = 50;

/**
 * Issues missing documents in order of payment: invoices for orders paid since `since`, and credit notes for money that
 * moved since then. Returns their number. Concurrent calls wait for each other.
 */
export async function issueMissingDocuments(
  { db, clock, sellers }: Dependencies,
  { since }: { since: Date },
): Promise<number> {
  let issued = 0;
  for (const [round, first] of [
    [issueInvoices, firstIdAt(since)],
    // An order's money can move however old the order is.
    [issueNotes, firstIdAt(new Date(0))],
  ] as const) {
    let from = first;
    let ids: string[];
    do {
      ids = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('issue-missing-documents'))`.execute(trx);
        return round(trx, { sellers, since, from, at: clock.now() });
      });
      issued += ids.length;
      from = ids.at(-1) ?? from;
    } while (ids.length === batch);
  }
  return issued;
}

/** `from`: the id of the first order to check. Each round returns the orders for which it issued a document. */
type IssueParams = { sellers: Sellers; since: Date; from: string; at: Date };

async function issueInvoices(trx: Trx, { sellers, from, at }: IssueParams): Promise<string[]> {
  const orders = await trx
    .selectFrom('orders')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'orders.attemptId')
    .select(['orders.id', 'orders.attemptId', 'paymentAttempts.purchase'])
    .where(
      // Uses two indexes only and neither table, because the deployment's migration checks all orders.
      sql<boolean>`orders.id in (select id from orders where id >= ${from}
        and (select order_id from documents where order_id = orders.id limit 1) is null order by id limit ${batch})`,
    )
    .orderBy('orders.id')
    .execute();
  for (const { attemptId, purchase } of orders) {
    const payer = payerOfAttempt({ purchase });
    await issueOrderInvoice(trx, { attemptId, payer, sellers, at, hadReceipt: true });
  }
  return orders.map(({ id }) => id);
}

/** The refund that last moved money: the credit note is for it. */
const refundBehind = sql<string | null>`(select id from refunds
  where order_id = orders.id order by settled_at desc nulls last, id desc limit 1)`;

/** Money that moved while its order had no invoice, and corrections made by hand. */
async function issueNotes(trx: Trx, { since, from, at }: IssueParams): Promise<string[]> {
  const orders = await trx
    .selectFrom('orders')
    .where('id', '>=', from)
    .select(['id', refundBehind.as('refundId')])
    .where(sql<boolean>`orders.id in (
      select order_id from refunds where settled_at >= ${since}
      union select order_id from refunds where state = 'PENDING'
      union select order_id from disputes where state_at >= ${since}
      union select id from orders where settlement_declined_at >= ${since}
        and paid_by_order_id is null and withdrawn_at is null)`)
    .where(sql<boolean>`gone_back_cents(orders) <> credited_cents(orders)`)
    .orderBy('id')
    .limit(batch)
    .execute();
  for (const { id: orderId, refundId } of orders)
    await balanceDocuments(trx, { orderId, cause: refundId ? `refund:${refundId}` : `order-balance:${orderId}`, at });
  return orders.map(({ id }) => id);
}
