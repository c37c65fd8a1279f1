import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { BookedTransaction } from '../gateways/payment/booked-transaction.ts';
import type { Difference, OurCredit, OurSale } from './compare-books.ts';

type TimeRange = { from: Date; until: Date };

/**
 * Our side of what the gateway booked in a time range, or should have booked. A sale is settled here after the gateway
 * booked it: within minutes, or days if the response was lost.
 */
export async function ourSales(
  db: DbOrTrx,
  { theirs, from, until }: TimeRange & { theirs: readonly BookedTransaction[] },
): Promise<OurSale[]> {
  const ids = theirs.map(({ transactionId, saleId }) => saleId ?? transactionId);
  const orderIds = theirs.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const { rows } = await sql<OurSale>`
    select attempts.id as attempt_id, attempts.transaction_id, attempts.amount_cents,
      case
        when attempts.state in ('PENDING', 'UNKNOWN') then 'open'
        when attempts.state <> 'APPROVED' or (
          select settlement_declined_at from orders where orders.attempt_id = attempts.id
        ) is not null or (
          select id from refunds where refunds.transaction_id = attempts.transaction_id and refunds.state = 'VOIDED' limit 1
        ) is not null then 'taken_back'
        else 'kept'
      end as state,
      attempts.state = 'APPROVED' and attempts.transaction_id is not null
        and (attempts.outcome->>'processedAt')::timestamptz >= ${from}
        and (attempts.outcome->>'processedAt')::timestamptz < ${until} as is_due,
      (attempts.outcome->>'processedAt')::timestamptz as booked_at
    from payment_attempts as attempts
    where attempts.id in (
      select id from payment_attempts where transaction_id = any(${ids}::text[])
      union select id::uuid from unnest(${orderIds}::text[]) as id where id ~ '^[0-9a-f-]{36}$'
      union select id from payment_attempts where state = 'APPROVED' and transaction_id is not null
        and settled_at >= ${from} and settled_at < ${until}::timestamptz + interval '7 days')`.execute(db);
  return rows;
}

/** Refunds that the gateway accepted: those of credits it booked in the range, and those it accepted in it. */
export async function ourCredits(
  db: DbOrTrx,
  { theirs, from, until }: TimeRange & { theirs: readonly BookedTransaction[] },
): Promise<OurCredit[]> {
  const ids = theirs.map(({ transactionId }) => transactionId);
  const { rows } = await sql<OurCredit>`
    select gateway_id as transaction_id, amount_cents, asked_at >= ${from}::timestamptz as is_due,
      settled_at as booked_at from refunds
    where state in ('SETTLING', 'REFUNDED') and gateway_id is not null
      and (gateway_id = any(${ids}::text[]) or (state = 'SETTLING' and asked_at >= ${from}::timestamptz
        and settled_at >= ${from}::timestamptz and settled_at < ${until}::timestamptz - interval '1 hour'))`.execute(
    db,
  );
  return rows;
}

/**
 * Sales since a moment for which our refund and the bank's chargeback exceed the amount paid: the refund was already at
 * the gateway when the bank decided.
 */
export async function doubleRefunds(
  db: DbOrTrx,
  { since }: { since: Date },
): Promise<{ difference: Difference; causedAt: Date }[]> {
  const { rows } = await sql<Omit<Difference, 'kind'> & { causedAt: Date }>`
    select orders.transaction_id, total_cents as our_cents, (refunded_cents + returned_cents)::int as their_cents,
      caused_at
    from orders,
      lateral (select sum(returned_cents) as returned_cents from disputes where order_id = orders.id) as returned,
      lateral (select max(changed_at) as caused_at from (
        select updated_at as changed_at from disputes where order_id = orders.id
        union all select settled_at from refunds where order_id = orders.id and state in ('SETTLING', 'REFUNDED')
      ) as changes) as causes
    where refunded_cents + returned_cents > total_cents and orders.id in (
      select order_id from disputes where updated_at >= ${since}
      union select order_id from refunds where settled_at >= ${since} and state in ('SETTLING', 'REFUNDED'))`.execute(
    db,
  );
  return rows.map(({ causedAt, ...row }) => ({ difference: { kind: 'BACK_TWICE', ...row }, causedAt }));
}

/** `since`: the first UTC day compared; `dayOf`: when the gateway booked the transaction, or should have. */
type ComparedRange = { since: Day; dayOf: (difference: Difference) => Day };

/**
 * Stores differences, closes those that no longer exist, and returns those that were not open, such as one that was
 * resolved and has come back. Comparisons wait for each other.
 */
export async function storeDifferences(
  trx: Trx,
  { since, dayOf, differences, at }: ComparedRange & { differences: readonly Difference[]; at: Date },
): Promise<Difference[]> {
  await sql`select pg_advisory_xact_lock(hashtext('settlement-differences'))`.execute(trx);
  const open = await trx
    .selectFrom('settlementDifferences')
    .select(['kind', 'transactionId'])
    .where('resolvedAt', 'is', null)
    .execute();
  const keyOf = ({ kind, transactionId }: Pick<Difference, 'kind' | 'transactionId'>) => `${kind} ${transactionId}`;
  const known = new Set(open.map(keyOf));
  for (const difference of differences)
    await trx
      .insertInto('settlementDifferences')
      .values({ ...difference, day: dayOf(difference), foundAt: at, seenAt: at })
      .onConflict((on) =>
        on.columns(['kind', 'transactionId']).doUpdateSet({
          day: sql`case when settlement_differences.resolved_at is null then settlement_differences.day
            else excluded.day end`,
          ourCents: difference.ourCents,
          theirCents: difference.theirCents,
          seenAt: at,
          resolvedAt: null,
        }),
      )
      .execute();
  await trx
    .updateTable('settlementDifferences')
    .set({ resolvedAt: at })
    .where('day', '>=', since)
    .where('seenAt', '<', at)
    .where('resolvedAt', 'is', null)
    .execute();
  return differences.filter((difference) => !known.has(keyOf(difference)));
}

/** Closes a difference that was resolved. */
export async function closeDifference(
  db: DbOrTrx,
  { kind, transactionId, at }: Pick<Difference, 'kind' | 'transactionId'> & { at: Date },
): Promise<void> {
  await db
    .updateTable('settlementDifferences')
    .set({ resolvedAt: at })
    .where('kind', '=', kind)
    .where('transactionId', '=', transactionId)
    .execute();
}
