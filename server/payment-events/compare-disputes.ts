import { after, type Clock, days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { recordDispute } from './record-dispute.ts';

/** Banks take months; the gateway's list of what came since then holds every one that is still open. */
const lookBackMs = days(200);

/** Records every dispute the gateway knows of: reports of them get lost. Throws when the gateway cannot be asked. */
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
  const receivedSince = after(reportedAt, -lookBackMs).toISOString().slice(0, 10);
  const found = await gateway.findDisputes({ receivedSince });
  if (found.outcome === 'unknown') throw new Error(`The gateway told nothing about disputes: ${found.cause}`);
  const [unmatched, reversed]: [string[], string[]] = [[], []];
  for (const dispute of found.disputes) {
    const { step } = await recordDispute({ db, clock }, { dispute, reportedAt });
    if (step === 'unmatched') unmatched.push(dispute.transactionId);
    if (step === 'reversed') reversed.push(dispute.disputeId);
  }
  return { known: found.disputes.length, unmatched, reversed };
}
