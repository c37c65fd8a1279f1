import { utcDay } from '#contract/fields/day.ts';
import { after, type Clock, days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { oldestOpenDispute } from '../payments/dispute-repository.ts';
import { recordDispute } from './record-dispute.ts';

/** Disputes that were not reported: a payment can be disputed for months. */
const lookBackMs = days(200);
/** We may have learned of a dispute later than the gateway. */
const reportedWithinMs = days(30);

/** Records every dispute known to the gateway, because reports get lost. Throws if the gateway cannot be reached. */
export async function compareDisputes({
  db,
  clock,
  gateway,
}: {
  db: Db;
  clock: Clock;
  gateway: PaymentGateway;
}): Promise<{ known: number; unmatched: string[]; reversed: string[] }> {
  const reportedAt = clock.now();
  const lookBack = after(reportedAt, -lookBackMs);
  // Some banks take more than a year: open ones are queried until they are decided.
  const open = await oldestOpenDispute(db);
  const since = open === null ? lookBack : new Date(Math.min(lookBack.getTime(), open.getTime() - reportedWithinMs));
  const receivedSince = utcDay(since);
  const found = await gateway.findDisputes({ receivedSince });
  if (found.outcome === 'unknown') throw new Error(`The gateway did not return its disputes: ${found.cause}`);
  const [unmatched, reversed]: [string[], string[]] = [[], []];
  for (const dispute of found.disputes) {
    const { step } = await recordDispute({ db, clock }, { dispute, reportedAt });
    if (step === 'unmatched') unmatched.push(dispute.transactionId);
    if (step === 'reversed') reversed.push(dispute.disputeId);
  }
  return { known: found.disputes.length, unmatched, reversed };
}
