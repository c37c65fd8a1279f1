import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnDatabase, openOwnDatabase } from './database-of-its-own.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';
import { disturbances, oldMonths, storm } from './storm.ts';

let database: OwnDatabase;
let site: FaultSite;

beforeAll(async () => {
  database = await openOwnDatabase();
  site = await openFaultSite({ databaseUrl: database.url, apps: 2, workers: 2 });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

test('REL1, REL3, REL4, REL5, PAY1, PAY3, PAY4, PAY10: people sign up under all faults, and the books agree', {
  timeout: 300_000,
}, async () => {
  const aftermath = await storm({
    site,
    database,
    people: 40,
    atOnce: 10,
    rounds: 1,
    pauseMs: 300,
    deadline: Date.now() + 200_000,
    realTime: false,
  });
  expect(aftermath.happened).toHaveLength(disturbances.length);
  expect(aftermath.told).toHaveLength(40);
  expect(aftermath.bank).toMatchObject({ 'report lost': expect.any(Number), 'report twice': expect.any(Number) });
  expect(await settledBooks({ site, told: aftermath.told })).toEqual([]);
  expect(aftermath.faults).toEqual([]);
  expect(await oldMonths(site)).toBe(0);
});
