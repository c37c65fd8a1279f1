import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { receiveReturnedMail } from './compose-returned-mail.ts';
import { composeServer } from './compose-server.ts';
import { parseConfig } from './config.ts';
import { watchSchema } from './db/schema-state.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { logFormat, logLine, startLog } from './log-line.ts';
import { openMetrics } from './telemetry/serve-metrics.ts';

/** The API process: pages, calls and, unless RUN_JOBS=false, jobs. */
let stopping = false;

async function start() {
  const config = parseConfig(process.env);
  startLog(config.LOG_LEVEL);
  const server = await composeServer(config, { poolSize: config.DATABASE_POOL_SIZE });
  await server.requireMerchantAccount();
  const schema = await watchSchema(server.dependencies.db);
  const app = await buildApp(
    {
      staffUrl: config.staff?.url ?? null,
      leaveAddress: config.LEAVE_ADDRESS,
      secureCookies: config.secureCookies,
      mayForceExperiments: !config.takesRealMoney,
      affiliateUrl: config.affiliateUrl,
      googleMerchantId: config.GOOGLE_PAY_MERCHANT_ID,
      securityContact: config.SECURITY_CONTACT,
      appleDomainAssociation: config.APPLE_PAY_DOMAIN_ASSOCIATION,
      webDist: join(import.meta.dirname, '../dist/web'),
      logger: { ...logFormat, level: config.LOG_LEVEL },
      trustProxy: config.TRUST_PROXY,
      maxInFlight: config.MAX_IN_FLIGHT,
      isStopping: () => stopping,
      isDatabaseBehind: schema.isBehind,
    },
    server.dependencies,
  );
  const { dependencies } = server;
  let jobs: Awaited<ReturnType<typeof runJobs>> | null = null;
  const returnedMail = config.RUN_JOBS ? await receiveReturnedMail(config, { ...dependencies, log: app.log }) : null;
  const metrics = await openMetrics(dependencies.metrics, config);
  await app.listen({ port: config.PORT, host: config.HOST });

  /** Drains traffic, answers calls in flight, finishes running jobs, then closes the database. */
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    schema.stop();
    app.log.info({ signal }, 'stopping');
    await wait(config.DRAIN_SECONDS * 1_000);
    await app.close();
    await returnedMail?.close();
    await jobs?.stop();
    await metrics?.close();
    await server.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop(signal).then(() => process.exit(0)));
  await schema.untilCurrent;
  if (!config.RUN_JOBS || stopping) return;
  jobs = await runJobs({
    pool: server.jobPool,
    concurrency: config.JOB_CONCURRENCY,
    dependencies: { ...dependencies, log: app.log },
  });
}

start().catch((error: unknown) => {
  const { message, code, port } = error as NodeJS.ErrnoException & { port?: number };
  logLine(
    'fatal',
    code === 'EADDRINUSE'
      ? `Port ${port} is in use. Stop the program that uses it, or set another port (PORT, METRICS_PORT or BOUNCE_SMTP_PORT).`
      : `Evenkeel could not start: ${message}`,
  );
  process.exit(1);
});
