import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { buildSandbox } from '#sandbox/app.ts';
import { buildApp } from '#server/app.ts';
import { announcementReader } from '#server/catalog/announcements.ts';
import { catalogReader } from '#server/catalog/catalog-reader.ts';
import { composeServer } from '#server/compose-server.ts';
import { parseConfig } from '#server/config.ts';
import type { JobDependencies, JobLog } from '#server/jobs/job.ts';
import { type JobRunner, runJobs } from '#server/jobs/run-jobs.ts';
import { unlockWorkers } from '#server/jobs/unlock-workers.ts';
import { createTestDatabase } from './database/database.ts';
import { areConnectionsWatched, type ReusedDatabase, takeDatabase } from './database/reused-databases.ts';
import { freePort } from './free-port.ts';
import { type TestClock, testClock } from './test-clock.ts';

export type TestSite = {
  app: FastifyInstance;
  databaseUrl: string;
  /** URL of the sandbox: gateway, inbox, faults. */
  sandboxUrl: string;
  /** Where the sandbox receives mail. */
  mailUrl: string;
  dependencies: Awaited<ReturnType<typeof composeServer>>['dependencies'];
  clock: TestClock;
  /** Log output, a JSON line each. */
  logged: string[];
  /** Starts the workers; without them jobs wait in the queue. */
  startJobs: () => Promise<JobRunner>;
  jobDependencies: JobDependencies;
};

type Settings = {
  paymentTimeoutSeconds?: number;
  environment?: Record<string, string>;
  isDatabaseBehind?: () => boolean;
  /** Database connections for requests. */
  poolSize?: number;
  /** Serves the built web as well. */
  pages?: boolean;
  /** Delay until the gateway's batch settles. */
  settlementDelayMs?: number;
  /** The SMTP port to which the sandbox returns mails. */
  bouncePort?: number | null;
  /** Prices and announcements are not cached, so that a test's publications apply at once by its own clock. */
  publishesPrices?: boolean;
};

type SandboxSettings = { settlementDelayMs: number; bouncePort: number | null; appOrigins: string[] };
type RunningSandbox = { url: string; smtpPort: number };

/** The sandbox must know its own URL before it listens; if another test has taken the port meanwhile, it retries. */
async function startSandbox(
  { settlementDelayMs, bouncePort, appOrigins }: SandboxSettings,
  attempts = 5,
): Promise<RunningSandbox> {
  const [port, smtpPort] = await Promise.all([freePort(), freePort()]);
  const url = `http://localhost:${port}`;
  try {
    const sandbox = await buildSandbox({
      gateway: {
        merchantId: 'evenkeel',
        publicKey: 'public',
        privateKey: 'private',
        publicUrl: url,
        settlementDelayMs,
        lostAnswerMs: 3_000,
      },
      sms: { authToken: 'sandbox' },
      appOrigins,
      dataDir: null,
      smtp: { port: smtpPort, host: 'localhost' },
      bounces: bouncePort === null ? null : { port: bouncePort, host: 'localhost' },
    });
    onTestFinished(() => sandbox.close());
    await sandbox.listen({ port, host: 'localhost' });
    return { url, smtpPort };
  } catch (error) {
    if (attempts > 1 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      return startSandbox({ settlementDelayMs, bouncePort, appOrigins }, attempts - 1);
    throw error;
  }
}

/** Fastify searches all loaded modules for each plugin's name, which takes a third of a site's start. */
Reflect.defineProperty(Function.prototype, Symbol.for('fastify.display-name'), { value: 'plugin', writable: true });

const usualPoolSize = 8;

type SiteDatabase = { url: string } & Partial<ReusedDatabase>;

/** A database that is used again, unless the test names one, or wants other connections than the usual ones. */
async function databaseFor(environment: Record<string, string>, poolSize: number): Promise<SiteDatabase> {
  if (environment['DATABASE_URL']) return { url: environment['DATABASE_URL'] };
  const isUsual =
    poolSize === usualPoolSize &&
    !areConnectionsWatched() &&
    !Object.keys(environment).some((name) => /^(?:DATABASE|JOB|OTEL)_/.test(name));
  return isUsual ? takeDatabase() : { url: await createTestDatabase() };
}

/** The whole server with a database and a sandbox of its own, for one test. Requests go through `app.inject`. */
export async function openSite({
  paymentTimeoutSeconds = 10,
  environment = {},
  poolSize = usualPoolSize,
  pages = false,
  settlementDelayMs = 60_000,
  bouncePort = null,
  isDatabaseBehind = () => false,
  publishesPrices = false,
}: Settings = {}): Promise<TestSite> {
  const [database, { url: sandboxUrl, smtpPort }] = await Promise.all([
    databaseFor(environment, poolSize),
    startSandbox({
      settlementDelayMs,
      bouncePort,
      appOrigins: ['http://localhost:3000', environment['PUBLIC_URL'] ?? []].flat(),
    }),
  ]);
  const config = parseConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    APP_SECRET: 'a-secret-for-tests-that-is-long-enough',
    PUBLIC_URL: 'http://localhost:3000',
    SANDBOX_URL: sandboxUrl,
    STAFF_ISSUER: `${sandboxUrl}/identity`,
    STAFF_CLIENT_ID: 'staff-console',
    STAFF_CLIENT_SECRET: 'sandbox',
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    PAYMENT_TIMEOUT_SECONDS: String(paymentTimeoutSeconds),
    ...environment,
  });
  const clock = testClock();
  const server = await composeServer(config, { poolSize, ...(database.open && { open: database.open }) });
  const { db, readCatalog: read } = server.dependencies;
  const readCatalog = publishesPrices ? catalogReader({ db, clock, maxAgeMs: 0 }) : read;
  const announced = publishesPrices ? announcementReader({ db, clock, maxAgeMs: 0 }) : server.dependencies.announced;
  const dependencies = { ...server.dependencies, clock, readCatalog, announced };
  const logged: string[] = [];
  const options = {
    staffUrl: config.staff?.url ?? null,
    secureCookies: config.secureCookies,
    securityContact: config.SECURITY_CONTACT,
    trustProxy: config.TRUST_PROXY,
    maxInFlight: config.MAX_IN_FLIGHT,
    // Not measured in tests, whose runner blocks this process too.
    maxEventLoopDelayMs: 0,
    mayForceExperiments: true,
    leaveAddress: 'https://weather.example/',
    isDatabaseBehind,
    webDist: pages ? path.resolve(import.meta.dirname, '../../dist/web') : null,
  };
  const app = await buildApp(
    { ...options, logger: { level: 'info', stream: { write: (line: string) => logged.push(line) } } },
    dependencies,
  );
  await app.ready();
  const runners: JobRunner[] = [];
  const log: JobLog = app.log;
  const jobDependencies: JobDependencies = {
    ...dependencies,
    log,
    unlockWorkers: (ids) => unlockWorkers(server.jobPool, ids),
  };
  onTestFinished(async () => {
    await app.close();
    await Promise.all(runners.map((runner) => runner.stop()));
    await server.close();
    await database.release?.();
    expect(logged.filter((line) => line.includes('undeclared problem'))).toEqual([]);
  });
  const startJobs = async () => {
    const runner = await runJobs({ pool: server.jobPool, concurrency: 4, dependencies: { ...dependencies, log } });
    runners.push(runner);
    return runner;
  };
  const mailUrl = `smtp://localhost:${smtpPort}`;
  const urls = { databaseUrl: database.url, sandboxUrl, mailUrl };
  return { app, ...urls, dependencies, clock, logged, startJobs, jobDependencies };
}
