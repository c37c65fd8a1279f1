import { userInfo } from 'node:os';
import { systemClock } from './clock.ts';
import { databaseUrlIn } from './config.ts';
import { createDb, createPool, type Db } from './db/pool.ts';
import { payerOfDispute, readEvidence } from './payment-events/evidence.ts';
import { evidencePdf } from './payment-events/evidence-pdf.ts';
import { logAction, type StaffActionRequest } from './staff/staff-actions.ts';

/** Writes the evidence for a dispute to standard output: `node dist/evidence-main.mjs <dispute> > file.pdf`. */
async function run(disputeId: string | undefined) {
  if (!disputeId) throw new Error('Missing required argument: the id of a dispute');
  const DATABASE_URL = databaseUrlIn(process.env);
  const db = createDb(createPool({ connectionString: DATABASE_URL, max: 1, applicationName: 'evenkeel-evidence' }));
  try {
    const acting = await collecting(db, disputeId);
    const evidence = await db.transaction().execute(async (trx) => {
      const collected = await readEvidence(trx, disputeId);
      if (!collected) throw new Error(`Evidence for dispute ${disputeId} was refused`);
      await logAction(trx, { ...acting, at: systemClock.now() });
      return collected;
    });
    process.stdout.write(await evidencePdf(evidence, systemClock.now()));
  } finally {
    await db.destroy();
  }
}

/** Logged as in the console: it reveals a person's data, and their export shows that it was collected. */
async function collecting(db: Db, disputeId: string): Promise<StaffActionRequest> {
  const userId = await payerOfDispute(db, disputeId);
  if (userId === null) throw new Error(`Dispute ${disputeId} not found, or it has no order`);
  const name = userInfo().username;
  return {
    staff: { subject: `operator:${name}`, name: `Operator ${name}`, roles: ['ADMIN'] },
    action: 'COLLECT_EVIDENCE',
    reason: 'Written by the command evidence-main',
    userId,
    subject: disputeId,
  };
}

run(process.argv[2]).catch((error: unknown) => {
  console.error(`Collecting the evidence failed: ${error instanceof Error ? error.message : 'unknown error'}`);
  process.exitCode = 1;
});
