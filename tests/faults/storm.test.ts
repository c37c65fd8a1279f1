import { expect, onTestFinished, test } from 'vitest';
import { openOwnDatabase } from './database-of-its-own.ts';
import { openFaultSite } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';
import { disturbances, oldMonths, storm } from './storm.ts';

test('REL1, REL3, REL4, REL5, PAY1, PAY3, PAY4, PAY10: people sign up under all faults, and the books agree', {
  timeout: 400_000,
}, async () => {
  // Its own, also when it is run again: a second bank would dispute and decline the same sales once more.
  const database = await openOwnDatabase();
  onTestFinished(database.close);
  const site = await openFaultSite({ databaseUrl: database.url, apps: 2, workers: 2 });
  onTestFinished(site.close);
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
  expect(await settledBooks({ site, told: aftermath.told, withinMs: 100_000 })).toEqual([]);
  expect(aftermath.faults).toEqual([]);
  expect(await oldMonths(site)).toBe(0);
});
