import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programArguments } from '../../scripts/start/program.ts';
import { readSettings } from '../../scripts/start/settings.ts';
import { type StartedProcess, startProcess } from '../../scripts/start/start-process.ts';
import { openBalancer } from './balancer.ts';
import { createDatabaseFrom, startTestCluster } from './database/test-cluster.ts';
import { freePort } from './free-port.ts';

export type WholeSite = {
  url: string;
  sandboxUrl: string;
  databaseUrl: string;
  apps: number;
  stop: () => Promise<void>;
};

/** Journeys learn the site's addresses from environment variables, because they run in other processes. */
export function setJourneyVariables({ url, sandboxUrl, databaseUrl, apps }: WholeSite): void {
  const variables = {
    JOURNEY_URL: url,
    JOURNEY_SANDBOX_URL: sandboxUrl,
    JOURNEY_DATABASE_URL: databaseUrl,
    JOURNEY_APPS: String(apps),
  };
  Object.assign(process.env, variables);
}

const root = path.resolve(import.meta.dirname, '../..');

type WholeSiteOptions = {
  environment: Record<string, string>;
  durable?: boolean;
  /** Several apps are behind a balancer and leave jobs to a worker. */
  apps?: number;
};

/**
 * PostgreSQL, sandbox and app, each in a process of its own as `npm start` runs them, on free ports. The web must be
 * built.
 */
export async function startWholeSite({ environment, durable = false, apps = 1 }: WholeSiteOptions): Promise<WholeSite> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-site-'));
  const closers = [async () => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const cluster = await startTestCluster({ durable });
    closers.push(cluster.stop);
    const { url: databaseUrl } = await createDatabaseFrom(cluster);
    const siteEnvironment = { ...environment, ...(await ownPorts()), DATABASE_URL: databaseUrl };
    const settings = readSettings({ environment: siteEnvironment, development: false, dataDir });
    const complete = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings.environment,
      ...siteEnvironment,
    };
    const running: StartedProcess[] = [];
    closers.push(async () => void (await Promise.all(running.map((each) => each.stop()))));
    const start = async ({ name, program, port, change }: Part) => {
      const healthUrl = `http://localhost:${port}/healthz`;
      running.push(
        await startProcess({ name, root, arguments: program, environment: { ...complete, ...change }, healthUrl }),
      );
    };
    const behindBalancer = apps > 1 ? await Promise.all(Array.from({ length: apps }, freePort)) : null;
    const sandbox: Part = { name: 'sandbox', program: ['sandbox/main.ts'], port: siteEnvironment.SANDBOX_PORT };
    const starting = [
      sandbox,
      ...(behindBalancer ? await appsAndWorker(behindBalancer) : singleApp(siteEnvironment.PORT)),
    ].map(start);
    // Started processes can only be stopped once the others have finished starting.
    await Promise.allSettled(starting);
    await Promise.all(starting);
    if (behindBalancer)
      closers.push((await openBalancer({ port: Number(siteEnvironment.PORT), apps: behindBalancer })).close);
    return { url: settings.publicUrl, sandboxUrl: settings.sandboxUrl, databaseUrl, apps, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Part = { name: string; program: string[]; port: string; change?: Record<string, string> };

const singleApp = (port: string): Part[] => [{ name: 'app', program: programArguments('main'), port }];

/** App processes without jobs, and a worker that runs them. */
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

const portVariables = ['PORT', 'SANDBOX_PORT', 'HARBOR_PORT', 'SANDBOX_SMTP_PORT', 'BOUNCE_SMTP_PORT'] as const;

async function ownPorts(): Promise<Record<(typeof portVariables)[number], string>> {
  const chosen = await Promise.all(portVariables.map(async (name) => [name, String(await freePort())] as const));
  return Object.fromEntries(chosen) as Record<(typeof portVariables)[number], string>;
}
