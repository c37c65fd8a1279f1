import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type StartedProcess, startProcess } from '../../scripts/start/start-process.ts';
import { programArguments } from '../../scripts/start/program.ts';
import { readSettings } from '../../scripts/start/settings.ts';
import { openBalancer } from './balancer.ts';
import { freePort } from './free-port.ts';
import { createDatabaseFrom, startTestCluster } from './test-cluster.ts';

export type WholeSite = {
  url: string;
  sandboxUrl: string;
  databaseUrl: string;
  apps: number;
  stop: () => Promise<void>;
};

/** Journeys find the site they walk through by these variables, for their processes share nothing else. */
export function tellJourneys({ url, sandboxUrl, databaseUrl, apps }: WholeSite): void {
  const told = {
    JOURNEY_URL: url,
    JOURNEY_SANDBOX_URL: sandboxUrl,
    JOURNEY_DATABASE_URL: databaseUrl,
    JOURNEY_APPS: String(apps),
  };
  Object.assign(process.env, told);
}

const root = path.resolve(import.meta.dirname, '../..');

type WholeSiteOptions = {
  environment: Record<string, string>;
  durable?: boolean;
  /** More than one stand behind a balancer and leave jobs to a worker. */
  apps?: number;
};

/**
 * PostgreSQL, sandbox and app, each a process of its own as `npm start` runs them, on free ports. The web must be
 * built.
 */
export async function startWholeSite({ environment, durable = false, apps = 1 }: WholeSiteOptions): Promise<WholeSite> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-site-'));
  const opened = [async () => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of opened.reverse()) await close();
  };
  try {
    const cluster = await startTestCluster({ durable });
    opened.push(cluster.stop);
    const { url: databaseUrl } = await createDatabaseFrom(cluster);
    const given = { ...environment, ...(await portsOfItsOwn()), DATABASE_URL: databaseUrl };
    const settings = readSettings({ environment: given, development: false, dataDir });
    const complete = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings.environment,
      ...given,
    };
    const running: StartedProcess[] = [];
    opened.push(async () => void (await Promise.all(running.map((each) => each.stop()))));
    const start = async ({ name, program, port, change }: Part) => {
      const healthUrl = `http://localhost:${port}/healthz`;
      running.push(
        await startProcess({ name, root, arguments: program, environment: { ...complete, ...change }, healthUrl }),
      );
    };
    const behindBalancer = apps > 1 ? await Promise.all(Array.from({ length: apps }, freePort)) : null;
    const sandbox: Part = { name: 'sandbox', program: ['sandbox/main.ts'], port: given.SANDBOX_PORT };
    const starting = [sandbox, ...(behindBalancer ? await appsAndWorker(behindBalancer) : appAlone(given.PORT))].map(
      start,
    );
    // What has started can only be stopped when nothing is still on its way.
    await Promise.allSettled(starting);
    await Promise.all(starting);
    if (behindBalancer) opened.push((await openBalancer({ port: Number(given.PORT), apps: behindBalancer })).close);
    return { url: settings.publicUrl, sandboxUrl: settings.sandboxUrl, databaseUrl, apps, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Part = { name: string; program: string[]; port: string; change?: Record<string, string> };

const appAlone = (port: string): Part[] => [{ name: 'app', program: programArguments('main'), port }];

/** App processes that run no jobs, and a worker that runs them all. */
async function appsAndWorker(ports: readonly number[]): Promise<Part[]> {
  const metricsPort = String(await freePort());
  const apps = ports.map(String).map((port, index) => {
    const change = { PORT: port, RUN_JOBS: 'false', TRUST_PROXY: 'loopback' };
    return { name: `app ${index + 1}`, program: programArguments('main'), port, change };
  });
  return [
    ...apps,
    { name: 'worker', program: programArguments('worker'), port: metricsPort, change: { METRICS_PORT: metricsPort } },
  ];
}

const ownPorts = ['PORT', 'SANDBOX_PORT', 'HARBOR_PORT', 'SANDBOX_SMTP_PORT', 'BOUNCE_SMTP_PORT'] as const;

async function portsOfItsOwn(): Promise<Record<(typeof ownPorts)[number], string>> {
  const chosen = await Promise.all(ownPorts.map(async (name) => [name, String(await freePort())] as const));
  return Object.fromEntries(chosen) as Record<(typeof ownPorts)[number], string>;
}
