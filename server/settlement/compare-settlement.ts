import { after, type Clock, days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { compareBooks, type Difference } from './compare-books.ts';
import { keepDifferences, ourCredits, ourSales } from './settlement-repository.ts';

/** Banks settle within days, and a batch may be declined on its last one. */
const daysCompared = 5;

type Dependencies = { db: Db; clock: Clock; gateway: PaymentGateway };
export type Comparison = { compared: number; differences: Difference[]; fresh: Difference[] };

/**
 * Compares the last five whole days (UTC) of the gateway's books with ours, both ways, and keeps what differs until it
 * does no longer. Throws when the gateway cannot be asked.
 */
export async function compareSettlement({ db, clock, gateway }: Dependencies): Promise<Comparison> {
  const at = clock.now();
  const today = Date.parse(`${at.toISOString().slice(0, 10)}T00:00:00Z`);
  const result: Comparison = { compared: 0, differences: [], fresh: [] };
  for (let back = daysCompared; back >= 1; back -= 1) {
    const from = new Date(today - days(back));
    const span = { from, until: after(from, days(1)) };
    const found = await gateway.findTransactions(span);
    if (found.outcome === 'unknown') throw new Error(`The gateway told nothing of its transactions: ${found.cause}`);
    const { transactions: theirs } = found;
    const [sales, credits] = await Promise.all([
      ourSales(db, { theirs, ...span }),
      ourCredits(db, { theirs, ...span }),
    ]);
    const differences = compareBooks({ theirs, sales, credits });
    const day = from.toISOString().slice(0, 10);
    const fresh = await db.transaction().execute((trx) => keepDifferences(trx, { day, differences, at }));
    result.compared += theirs.length;
    result.differences.push(...differences);
    result.fresh.push(...fresh);
  }
  return result;
}
