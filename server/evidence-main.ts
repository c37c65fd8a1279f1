import { parseConfig } from './config.ts';
import { createDb, createPool } from './db/pool.ts';
import { collectEvidence } from './payment-events/evidence.ts';
import { evidencePdf } from './payment-events/evidence-pdf.ts';

/** Writes the evidence for a dispute to standard output: `node dist/evidence-main.mjs <dispute> > file.pdf`. */
async function run(disputeId: string | undefined) {
  if (!disputeId) throw new Error('Missing required argument: the id of a dispute');
  const { DATABASE_URL } = parseConfig(process.env);
  const db = createDb(createPool({ connectionString: DATABASE_URL, max: 1, applicationName: 'evenkeel-evidence' }));
  try {
    const evidence = await collectEvidence(db, disputeId);
    if (!evidence) throw new Error(`Dispute ${disputeId} not found, or without an order`);
    process.stdout.write(await evidencePdf(evidence, new Date()));
  } finally {
    await db.destroy();
  }
}

run(process.argv[2]).catch((error: unknown) => {
  console.error(`No evidence: ${error instanceof Error ? error.message : 'unknown error'}`);
  process.exitCode = 1;
});
