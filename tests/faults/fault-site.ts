import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { createPool } from '#server/db/pool.ts';
import { freePort } from '../setup/free-port.ts';
import { type Gate, openGate } from './gate.ts';
import { type KillableProcess, startProcess } from './killable-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

export type AppProcess = { url: string; process: KillableProcess };
export type WorkerProcess = { workerId: string; process: KillableProcess };

/** App processes, workers and the sandbox, each a process of its own, on one database. */
export type FaultSite = {
  sandboxUrl: string;
  /** A single address: of several hosts the primary's. */
  readonly databaseUrl: string;
  sql: pg.Pool;
  mailLine: Gate;
  apps: AppProcess[];
  workers: WorkerProcess[];
  /** The project folder of processes started next; another release has another folder. */
  folder: string;
  /** Migrates the database with the release in `folder`. */
  migrate: () => Promise<void>;
  startApp: (change?: Record<string, string>) => Promise<AppProcess>;
  /** Kills an app with SIGKILL and starts another at the same address. */
  replaceApp: (app: AppProcess) => Promise<void>;
  startWorker: (change?: Record<string, string>) => Promise<WorkerProcess>;
  /** The output of every process, including ended ones. */
  output: () => string;
  close: () => Promise<void>;
};

type FaultSiteOptions = {
  databaseUrl: string;
  /** The current primary, if `databaseUrl` names several hosts. */
  primaryUrl?: () => string;
  apps: number;
  workers: number;
  environment?: Record<string, string>;
  folder?: string;
};

/** How long an app waits for the gateway here. No request waits for attempts that are older. */
export const paymentTimeoutMs = 2_500;

/**
 * Opens the site; `close` ends whatever still runs. The web must be built, because the processes are started as in
 * production.
 */
export async function openFaultSite({
  databaseUrl,
  primaryUrl = () => databaseUrl,
  apps,
  workers,
  environment = {},
  folder = root,
}: FaultSiteOptions): Promise<FaultSite> {
  if (!existsSync(path.join(folder, 'dist/web/pages')))
    throw new Error('The processes need a built web: run `npm test -- web` first.');
  const sql = createPool({ connectionString: databaseUrl, max: 6, applicationName: 'fault-tests' });
  const closing: (() => Promise<unknown>)[] = [() => sql.end()];
  const everStarted: KillableProcess[] = [];
  const keep = (started: KillableProcess) => {
    everStarted.push(started);
    closing.push(() => started.kill());
    return started;
  };
  const publicUrl = environment['PUBLIC_URL'] ?? 'http://localhost:3000';
  const [sandbox, smtpPort] = await startSandbox(keep, publicUrl);
  const mailLine = await openGate({ port: smtpPort });
  closing.push(mailLine.close);
  const shared = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a-secret-for-tests-that-is-long-enough',
    PUBLIC_URL: publicUrl,
    SANDBOX_URL: sandbox,
    SMTP_URL: `smtp://localhost:${mailLine.port}`,
    PAYMENT_TIMEOUT_SECONDS: String(paymentTimeoutMs / 1000),
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'info',
    RUN_JOBS: 'false',
    // There is no load balancer to wait for; tests of draining set a time.
    DRAIN_SECONDS: '0',
    ...environment,
  };
  const runApp = async (port: number, change: Record<string, string> = {}) => {
    const url = `http://localhost:${port}`;
    const started = await startProcess({
      name: 'app',
      main: 'server/main.ts',
      folder: site.folder,
      environment: { ...shared, PORT: String(port), ...change },
      isUp: () => answers(`${url}/healthz`),
    });
    return { url, process: keep(started) };
  };
  const site: FaultSite = {
    sandboxUrl: sandbox,
    get databaseUrl() {
      return primaryUrl();
    },
    sql,
    mailLine,
    apps: [],
    workers: [],
    folder,
    migrate: async () => {
      const main = 'server/migrate-main.ts';
      const migration = await startProcess({
        name: 'migration',
        main,
        folder: site.folder,
        environment: shared,
        isUp: () => true,
      });
      const code = await keep(migration).ended;
      if (code !== 0) throw new Error(`The migration ended with ${code}:\n${migration.output()}`);
    },
    startApp: async (change) => {
      const app = await runApp(Number(change?.['PORT'] ?? (await freePort())), change);
      site.apps.push(app);
      return app;
    },
    replaceApp: async (app) => {
      await app.process.kill();
      const next = await runApp(Number(new URL(app.url).port));
      app.process = next.process;
    },
    startWorker: async (change = {}) => {
      const before = await workerIds(sql);
      const started = keep(
        await startProcess({
          name: 'worker',
          main: 'server/worker.ts',
          folder: site.folder,
          environment: { ...shared, ...change },
          isUp: (said) => said.includes('worker ready'),
        }),
      );
      const worker = { workerId: await newWorker(sql, before), process: started };
      site.workers.push(worker);
      return worker;
    },
    output: () => everStarted.map(({ output }) => output()).join('\n'),
    close: async () => {
      for (const close of closing.reverse()) await close();
    },
  };
  try {
    await Promise.all(Array.from({ length: apps }, () => site.startApp()));
    for (let count = 0; count < workers; count += 1) await site.startWorker();
    return site;
  } catch (error) {
    await site.close();
    throw error;
  }
}

async function startSandbox(
  keep: (started: KillableProcess) => KillableProcess,
  publicUrl: string,
): Promise<[url: string, smtpPort: number]> {
  const [port, smtpPort] = await Promise.all([freePort(), freePort()]);
  const url = `http://localhost:${port}`;
  const environment = {
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_URL: url,
    PUBLIC_URL: publicUrl,
  };
  keep(
    await startProcess({
      name: 'sandbox',
      main: 'sandbox/main.ts',
      environment,
      isUp: () => answers(`${url}/healthz`),
    }),
  );
  return [url, smtpPort];
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

async function workerIds(sql: pg.Pool): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('select id from job_workers');
  return rows.map(({ id }) => id);
}

/** The id of the worker that has registered itself since `before`. */
async function newWorker(sql: pg.Pool, before: readonly string[]): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = (await workerIds(sql)).find((id) => !before.includes(id));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The worker did not register itself');
}
