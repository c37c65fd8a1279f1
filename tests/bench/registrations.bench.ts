import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRegistration } from '#contract/api/sign-up/registrations.ts';
import { startProcess } from '../../scripts/start/start-process.ts';
import { autocannon } from '../../tools/load-generator/index.js';
import { freePort } from '../setup/free-port.ts';
import { startWholeSite } from '../setup/whole-site.ts';
import { report } from './bench.ts';
import { recordRegistration } from './record-statements.ts';

const root = path.resolve(import.meta.dirname, '../..');
const connections = 32;
const seconds = 8;

const body = {
  parent: {
    firstName: 'Marta',
    lastName: "O'Brien",
    email: 'bench@example.com',
    phoneCountryCode: '+1',
    phoneNumber: '2025550142',
  },
  knowsCoParentEmail: true,
  referral: { selection: 'SEARCH' },
};

/** Step 1 of a sign-up: the whole application compared with a bare server that sends the same statements. */
export async function run(): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-bench-'));
  // All requests come from one address, which the rate limits would refuse.
  const site = await startWholeSite({
    environment: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '10000', RUN_JOBS: 'false' },
  });
  try {
    const statements = await recordRegistration({
      databaseUrl: site.databaseUrl,
      body: createRegistration.body.parse(body),
    });
    const file = path.join(folder, 'statements.json');
    writeFileSync(file, JSON.stringify(statements));
    const port = await freePort();
    const bareUrl = `http://localhost:${port}`;
    const environment = {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: site.databaseUrl,
      STATEMENTS_FILE: file,
    };
    const bare = await startProcess({
      name: 'bare server',
      root,
      arguments: ['tests/bench/bare-server.ts'],
      environment,
      healthUrl: `${bareUrl}/healthz`,
    });
    try {
      return await compare({ siteUrl: site.url, bareUrl });
    } finally {
      await bare.stop();
    }
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare({ siteUrl, bareUrl }: { siteUrl: string; bareUrl: string }): Promise<boolean> {
  for (const url of [siteUrl, bareUrl]) await requestsPerSecond({ url, duration: 2 });
  // Alternating, so that other load on the machine affects both.
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const floor = await requestsPerSecond({ url: bareUrl, duration: seconds });
    rounds.push({ floor, ours: await requestsPerSecond({ url: siteUrl, duration: seconds }) });
  }
  const middle = rounds.toSorted((one, other) => one.ours / one.floor - other.ours / other.floor)[1];
  if (!middle) throw new Error('No round was measured');
  return report([{ name: 'POST /api/v2/registrations', ...middle, unit: 'requests/s', bar: { atLeast: 0.5 } }]);
}

async function requestsPerSecond({ url, duration }: { url: string; duration: number }): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/v2/registrations`,
    method: 'POST',
    connections,
    duration,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: url },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were refusals, ${result.errors} failed`);
  return result.requests.average;
}
