import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Manner, type PaymentStatus, signUp } from './applicant.ts';
import { openOwnDatabase } from './database-of-its-own.ts';
import { earlierRelease, openEarlierRelease } from './earlier-release.ts';
import { openFaultSite } from './fault-site.ts';
import { describeSite, settledBooks } from './settle-books.ts';

const from = earlierRelease();
const atOnce = 6;
const perStage = 12;
const manners: readonly Manner[] = ['patient', 'two-tabs', 'patient', 'leaves'];

/** Starts a site of the earlier release, on its own tables. */
async function openEarlierSite(revision: string) {
  const release = await openEarlierRelease(revision);
  onTestFinished(release.remove, 300_000);
  const database = await openOwnDatabase({ bare: true });
  onTestFinished(database.close);
  const site = await openFaultSite({ databaseUrl: database.url, apps: 0, workers: 0, folder: release.folder });
  onTestFinished(site.close);
  await site.migrate();
  for (let count = 0; count < 2; count += 1) await site.startApp();
  await site.startWorker();
  return site;
}

test('a rolling upgrade from the earlier release while people pay loses nobody and charges nobody twice', {
  timeout: 1_800_000,
  skip: from === null,
}, async () => {
  const site = await openEarlierSite(from ?? '');
  const told: PaymentStatus[] = [];
  const faults: string[] = [];
  const stages: string[] = [];
  let turn = 0;
  const over = new AbortController();
  const journey = {
    nextApp: () => site.apps[turn++ % site.apps.length]?.url ?? '',
    deadline: Date.now() + 1_200_000,
    onFault: (fault: string) => void faults.push(fault),
  };
  const person = async () => {
    while (!over.signal.aborted)
      told.push(await signUp({ ...journey, manner: manners[told.length % manners.length] ?? 'patient' }));
  };
  /** Waits until `perStage` more people have paid, so that each stage of the upgrade is tested. */
  const people = async (stage: string) => {
    const before = told.length;
    await expect.poll(() => told.length, { timeout: 300_000, interval: 200 }).toBeGreaterThanOrEqual(before + perStage);
    stages.push(`${stage}: ${told.length - before} paid`);
  };
  const upgrade = async () => {
    const earlier = { apps: [...site.apps], workers: [...site.workers] };
    await people('earlier release');
    site.folder = path.resolve(import.meta.dirname, '../..');
    await site.migrate();
    await people('earlier release on the new tables');
    for (const app of earlier.apps) {
      await site.startApp();
      site.apps.splice(site.apps.indexOf(app), 1);
      expect(await app.process.stop(), 'an app of the earlier release').toBe(0);
      await people(`${site.apps.length} apps, one more of them new`);
    }
    await site.startWorker();
    for (const worker of earlier.workers) {
      site.workers.splice(site.workers.indexOf(worker), 1);
      expect(await worker.process.stop(), 'a worker of the earlier release').toBe(0);
    }
    await people('this release');
  };
  await Promise.all([upgrade().finally(() => over.abort()), ...Array.from({ length: atOnce }, person)]).catch(
    async (error: unknown) => {
      throw new Error(`${String(error)}\n${stages.join('\n')}\n${await describeSite(site)}`, { cause: error });
    },
  );
  process.stdout.write(`Upgrade from ${from}:\n${stages.join('\n')}\n`);
  expect(await settledBooks({ site, told, withinMs: 120_000 })).toEqual([]);
  expect(faults).toEqual([]);
});
