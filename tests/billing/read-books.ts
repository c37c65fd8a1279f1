import { sql } from 'kysely';
import type { TestSite } from '../setup/site.ts';
import type { NightBooks } from './books.ts';

/** Reads what a night's comparison needs, from the database and from the sandbox. */
export async function readBooks({ dependencies: { db }, sandboxUrl }: TestSite): Promise<NightBooks> {
  const readControl = async (path: string) => (await fetch(`${sandboxUrl}/control${path}`)).json();
  const [{ entries }, { disputes: theirDisputes }] = (await Promise.all([
    readControl('/ledger'),
    readControl('/disputes'),
  ])) as [{ entries: NightBooks['ledger'] }, { disputes: NightBooks['theirDisputes'] }];
  const [orders, refunds, disputes, documents, attempts, differences] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'attemptId', 'totalCents', 'refundedCents', 'transactionId', 'settlementDeclinedAt'])
      .execute(),
    db.selectFrom('refunds').select(['id', 'orderId', 'state', 'amountCents', 'returnedCount', 'askedAt']).execute(),
    db.selectFrom('disputes').select(['id', 'orderId', 'kind', 'state', 'amountCents', 'createdAt']).execute(),
    db
      .selectFrom('documents')
      .select(['orderId', 'kind', 'series', 'number', 'amountCents'])
      .select(
        sql<number>`(select sum((row->>'cents')::int) from jsonb_array_elements(data->'rows') as row)::int`.as(
          'rowsCents',
        ),
      )
      .execute(),
    db.selectFrom('paymentAttempts').select(['id', 'state']).where('state', 'in', ['PENDING', 'UNKNOWN']).execute(),
    db.selectFrom('settlementDifferences').select(['kind', 'transactionId']).where('resolvedAt', 'is', null).execute(),
  ]);
  return { ledger: entries, theirDisputes, orders, refunds, disputes, documents, attempts, differences };
}
