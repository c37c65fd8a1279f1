import { sql } from 'kysely';
import { after, type Clock, days } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { balanceDocuments } from './issue-document.ts';

/** How long a correction may wait for its document while no worker runs. */
const lookBackDays = 7;

/** Documents per transaction: payers wait for the next number meanwhile. */
const batch = 50;

/**
 * Issues the credit and debit notes for money that was moved by hand, at a database console, in the last days. Returns
 * their number. Concurrent calls wait for each other.
 */
export async function documentCorrections({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const since = after(clock.now(), -days(lookBackDays));
  let issued = 0;
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('document-corrections'))`.execute(trx);
      return documentSome(trx, { since, at: clock.now() });
    });
    issued += ids.length;
    if (ids.length < batch) return issued;
  }
}

/** The refund that last moved money: the credit note is for it. */
const refundBehind = sql<string | null>`(select id from refunds
  where order_id = orders.id order by settled_at desc nulls last, id desc limit 1)`;

async function documentSome(trx: Trx, { since, at }: { since: Date; at: Date }): Promise<string[]> {
  const orders = await trx
    .selectFrom('orders')
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
