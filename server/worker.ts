import { receiveReturnedMail } from './compose-returned-mail.ts';
import { composeServer } from './compose-server.ts';
import { parseConfig } from './config.ts';
import { watchSchema } from './db/schema-state.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { logLine, startLog } from './log-line.ts';
import { openMetrics } from './telemetry/serve-metrics.ts';

/** A process that only runs jobs, for scaling out: any number of them can run next to any number of API processes. */
async function start() {
  const config = parseConfig(process.env);
  const log = startLog(config.LOG_LEVEL);
  const server = await composeServer(config, { poolSize: config.JOB_CONCURRENCY + 2 });
  await server.requireMerchantAccount();
  await (await watchSchema(server.dependencies.db)).untilCurrent;
  const jobs = await runJobs({
    pool: server.jobPool,
    concurrency: config.JOB_CONCURRENCY,
    dependencies: { ...server.dependencies, log },
  });
  const returnedMail = await receiveReturnedMail(config, { ...server.dependencies, log });
  const metrics = await openMetrics(server.dependencies.metrics, config);
  log.info('worker ready');
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await returnedMail?.close();
    await jobs.stop();
    await metrics?.close();
    await server.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

start().catch((error: unknown) => {
  logLine('fatal', `Evenkeel's worker could not start: ${error instanceof Error ? error.message : 'unknown error'}`);
  process.exit(1);
});
