import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBounces, suppressedIn } from './bounces.ts';
import { type OwnDatabase, openOwnDatabase } from './database-of-its-own.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';
import { disturbances, oldMonths, storm } from './storm.ts';

let database: OwnDatabase;
let site: FaultSite;
const bounces = openBounces();

beforeEach(async () => {
  database = await openOwnDatabase();
  const { environment } = bounces;
  site = await openFaultSite({ databaseUrl: database.url, apps: 2, workers: 2, environment });
}, 120_000);
afterEach(async () => {
  await site?.close();
  await database?.close();
});

const rounds = 6;

test('REL1, REL3, REL4, REL5: six hundred people, every fault six times, bounce storms too, and the books agree', {
  timeout: 900_000,
}, async () => {
  const troubles = [...disturbances, bounces.storm];
  const aftermath = await storm({
    site,
    database,
    troubles,
    people: 600,
    atOnce: 24,
    rounds,
    pauseMs: 1_500,
    deadline: Date.now() + 600_000,
    realTime: false,
  });
  expect(aftermath.happened).toHaveLength(rounds * troubles.length);
  expect(aftermath.told).toHaveLength(600);
  expect(await settledBooks({ site, told: aftermath.told, rounds, withinMs: 120_000 })).toEqual([]);
  expect(aftermath.faults).toEqual([]);
  expect(await suppressedIn(site)).toEqual(Array.from(bounces.reported, () => ({ cause: 'HARD', reports: 1 })));
  expect(await oldMonths(site)).toBe(0);
});

test('REL1, REL3, REL4, REL5: in real time, without help, the books agree within ten minutes', {
  timeout: 1_200_000,
}, async () => {
  const aftermath = await storm({
    site,
    database,
    people: 60,
    atOnce: 60,
    rounds: 1,
    pauseMs: 1_000,
    deadline: Date.now() + 600_000,
    realTime: true,
  });
  expect(aftermath.told).toHaveLength(60);
  await expect
    .poll(() => settledBooks({ site, told: aftermath.told, withinMs: 0 }), { timeout: 600_000, interval: 5_000 })
    .toEqual([]);
  expect(aftermath.faults).toEqual([]);
});
