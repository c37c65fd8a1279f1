import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { m } from '#messages/messages.js';
import { findChromium, thisMachine } from '../../scripts/find-chromium.ts';
import { parentA } from '../journeys/parent-a.ts';
import { chromiumFlags } from '../setup/browser/chromium.ts';
import { freePort } from '../setup/free-port.ts';
import { failovers } from './failover.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.ts';
import { settledBooks } from './settle-books.ts';
import { aMinutePasses } from './time-passes.ts';

let database: ReplicatedDatabase;
let site: FaultSite;

beforeAll(async () => {
  database = await openReplicatedDatabase();
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://localhost:${PORT}`;
  const primaryUrl = () => database.url;
  const environment = { PUBLIC_URL };
  site = await openFaultSite({ databaseUrl: database.hosts, primaryUrl, apps: 0, workers: 1, environment });
  await site.startApp({ PORT });
  process.env['JOURNEY_URL'] = PUBLIC_URL;
  process.env['JOURNEY_SANDBOX_URL'] = site.sandboxUrl;
}, 240_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

const people = 4;
const toReview = ['details', 'family', 'plan', 'billing', 'method', 'review'] as const;

test('REL1, REL3: parents press Pay as the primary dies: each page says what it waits for, and leads to the receipt', {
  timeout: 300_000,
}, async () => {
  const { executablePath } = findChromium(await thisMachine());
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  onTestFinished(() => browser.close());
  const parents: { page: Page; parent: ReturnType<typeof parentA> }[] = [];
  for (const index of Array.from({ length: people }).keys()) {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    const parent = parentA(page, { language: index % 2 === 0 ? 'en' : 'es' });
    await parent.open('/step1');
    for (const step of toReview) await parent[step]();
    parents.push({ page, parent });
  }
  const paying: Promise<void>[] = [];
  const onStandby = () => void paying.push(...parents.map(({ parent }) => parent.payNow().click()));
  await failovers({ database, deaths: ['killed'], onStandby, onDone: () => undefined }).happen({
    site,
    database,
    random: Math.random,
  });
  await Promise.all(paying);
  const clock = setInterval(() => void aMinutePasses(site.sql).catch(() => undefined), 1_000);
  onTestFinished(() => clearInterval(clock));
  for (const { page, parent } of parents) {
    const arrived = parent.heading(m.credentials_heading({}, parent.t));
    const unsent = page.getByRole('alert').filter({ hasText: m.payment_not_received({}, parent.t) });
    await arrived.or(unsent).first().waitFor({ timeout: 60_000 });
    if (await unsent.isVisible()) await parent.payNow().click();
    await arrived.waitFor({ timeout: 60_000 });
    await parent.credentials();
    await parent.receipt();
  }
  expect(await settledBooks({ site, told: [], withinMs: 60_000 })).toEqual([]);
});
