import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { issueCreditNote } from '../documents/issue-document.ts';
import type { Sellers } from '../documents/sellers.ts';
import { issueOrderInvoice } from './invoice.ts';
import { payerOfAttempt } from './purchase.ts';

type Dependencies = { db: Db; clock: Clock; sellers: Sellers };

/** How many are issued in one transaction, while whoever pays waits for the next number. */
const batch = 50;

/**
 * Issues what should have been and was not, in the order of payment: invoices of orders, then credit notes of refunds.
 * Answers with their number. Two at once wait for each other.
 */
export async function issueMissingDocuments({ db, clock, sellers }: Dependencies): Promise<number> {
  let issued = 0;
  for (const round of [issueInvoices, issueCreditNotes]) {
    for (let count = batch; count === batch; issued += count) {
      count = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('issue-missing-documents'))`.execute(trx);
        return round(trx, { sellers, at: clock.now() });
      });
    }
  }
  return issued;
}

type Round = { sellers: Sellers; at: Date };

async function issueInvoices(trx: Trx, { sellers, at }: Round): Promise<number> {
  const orders = await trx
    .selectFrom('orders')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'orders.attemptId')
    .select(['orders.attemptId', 'paymentAttempts.purchase'])
    .where(sql<boolean>`not exists (select from documents where order_id = orders.id)`)
    .orderBy('orders.createdAt')
    .orderBy('orders.id')
    .limit(batch)
    .execute();
  for (const { attemptId, purchase } of orders) {
    const payer = payerOfAttempt({ purchase });
    await issueOrderInvoice(trx, { attemptId, payer, sellers, at, hadReceipt: true });
  }
  return orders.length;
}

async function issueCreditNotes(trx: Trx, { at }: Round): Promise<number> {
  const refunds = await trx
    .selectFrom('refunds')
    .select(['id', 'orderId', 'amountCents'])
    .where('state', 'in', ['VOIDED', 'SETTLING', 'REFUNDED'])
    .where(sql<boolean>`not exists (select from documents where cause = 'refund:' || refunds.id)`)
    .orderBy('settledAt')
    .orderBy('id')
    .limit(batch)
    .execute();
  let issued = 0;
  for (const { id, orderId, amountCents } of refunds) {
    const credited = await issueCreditNote(trx, { orderId, amountCents, cause: `refund:${id}`, at });
    issued += credited === null ? 0 : 1;
  }
  return issued;
}
