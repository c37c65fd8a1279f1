import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeFailover, type Failover, failovers } from './failover.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.ts';
import { settledBooks } from './settle-books.ts';
import { storm } from './storm.ts';

let database: ReplicatedDatabase;
let site: FaultSite;

beforeAll(async () => {
  database = await openReplicatedDatabase();
  const primaryUrl = () => database.url;
  site = await openFaultSite({ databaseUrl: database.hosts, primaryUrl, apps: 2, workers: 2 });
}, 240_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

const rounds = Number(process.env['FAILOVER_ROUNDS'] ?? 10);

test('REL1, REL3: the primary dies ten times while people sign up: no order is lost, nobody is charged twice', {
  timeout: 1_800_000,
}, async () => {
  const done: Failover[] = [];
  const onDone = (failover: Failover) => {
    done.push(failover);
    process.stderr.write(`${describeFailover(done.length, failover)}\n`);
  };
  const aftermath = await storm({
    site,
    database,
    troubles: [failovers({ database, deaths: ['killed', 'killed', 'silent'], onDone })],
    people: rounds * 40,
    atOnce: 8,
    rounds,
    pauseMs: 500,
    deadline: Date.now() + 1_500_000,
    realTime: false,
  });
  expect(done).toHaveLength(rounds);
  expect(await settledBooks({ site, told: aftermath.told, rounds, withinMs: 120_000 })).toEqual([]);
  expect(aftermath.faults).toEqual([]);
});
