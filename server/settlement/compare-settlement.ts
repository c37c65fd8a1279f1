import { type Day, utcDay } from '#contract/fields/day.ts';
import { after, type Clock, days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { BookedTransaction } from '../gateways/payment/booked-transaction.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { compareBooks, type Difference } from './compare-books.ts';
import { doubleRefunds, ourCredits, ourSales, storeDifferences } from './settlement-repository.ts';

/** Banks settle within days, and a batch may be declined on the last of them. */
const daysCompared = 5;

type Dependencies = { db: Db; clock: Clock; gateway: PaymentGateway };
export type Comparison = { compared: number; differences: Difference[]; fresh: Difference[] };

/**
 * Compares the last five whole days (UTC) of the gateway's books with ours together, both ways, because a refund is
 * booked on another day than its sale. A difference is stored until it is resolved. Throws if the gateway cannot be
 * reached.
 */
export async function compareSettlement({ db, clock, gateway }: Dependencies): Promise<Comparison> {
  const at = clock.now();
  const today = Date.parse(`${utcDay(at)}T00:00:00Z`);
  const span = { from: new Date(today - days(daysCompared)), until: new Date(today) };
  const theirs: BookedTransaction[] = [];
  const bookedOn = new Map<string, Day>();
  for (let from = span.from; from < span.until; from = after(from, days(1))) {
    const found = await gateway.findTransactions({ from, until: after(from, days(1)) });
    if (found.outcome === 'unknown') throw new Error(`The gateway did not return its transactions: ${found.cause}`);
    theirs.push(...found.transactions);
    for (const { transactionId } of found.transactions) bookedOn.set(transactionId, utcDay(from));
  }
  const [sales, credits] = await Promise.all([ourSales(db, { theirs, ...span }), ourCredits(db, { theirs, ...span })]);
  const twice = await doubleRefunds(db, { since: span.from });
  // A transaction that the gateway lacks is filed under the day on which it should have been booked: under a later one,
  // the difference would close by itself once that day is no longer compared.
  for (const { transactionId, bookedAt } of [...sales, ...credits])
    if (transactionId !== null && bookedAt && !bookedOn.has(transactionId))
      bookedOn.set(transactionId, utcDay(bookedAt));
  const causes = new Map(twice.map(({ difference, causedAt }) => [difference, utcDay(causedAt)]));
  const differences = [...compareBooks({ theirs, sales, credits }), ...causes.keys()];
  const dayOf = (difference: Difference) =>
    causes.get(difference) ?? bookedOn.get(difference.transactionId) ?? utcDay(span.from);
  const since = utcDay(span.from);
  const fresh = await db.transaction().execute((trx) => storeDifferences(trx, { since, dayOf, differences, at }));
  return { compared: theirs.length, differences, fresh };
}
