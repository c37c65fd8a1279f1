import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startProcess } from '../../scripts/start/start-process.ts';
import { readSettings } from '../../scripts/start/settings.ts';
import { freePort } from './free-port.ts';
import { createDatabaseFrom, startTestCluster } from './test-cluster.ts';

export type WholeSite = { url: string; sandboxUrl: string; databaseUrl: string; stop: () => Promise<void> };

/** Journeys find the site they walk through by these variables, for their processes share nothing else. */
export function tellJourneys({ url, sandboxUrl, databaseUrl }: WholeSite): void {
  Object.assign(process.env, { JOURNEY_URL: url, JOURNEY_SANDBOX_URL: sandboxUrl, JOURNEY_DATABASE_URL: databaseUrl });
}

const root = path.resolve(import.meta.dirname, '../..');

/** PostgreSQL, sandbox and app, each a process of its own as `npm start` runs them, on free ports. The web must be built. */
export async function startWholeSite({
  environment,
  durable = false,
}: {
  environment: Record<string, string>;
  durable?: boolean;
}): Promise<WholeSite> {
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
    for (const { name, main, healthUrl } of [
      { name: 'sandbox', main: 'sandbox/main.ts', healthUrl: `${settings.sandboxUrl}/healthz` },
      { name: 'app', main: 'server/main.ts', healthUrl: `${settings.publicUrl}/healthz` },
    ]) {
      opened.push((await startProcess({ name, root, arguments: [main], environment: complete, healthUrl })).stop);
    }
    return { url: settings.publicUrl, sandboxUrl: settings.sandboxUrl, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function portsOfItsOwn(): Promise<Record<'PORT' | 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT', string>> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  return { PORT: String(port), SANDBOX_PORT: String(sandboxPort), SANDBOX_SMTP_PORT: String(smtpPort) };
}
