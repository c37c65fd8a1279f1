import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { type PaymentStatus, signUp } from './applicant.ts';
import { lockTable, setBreakpoint } from './breakpoints.ts';
import { type Failover, failovers } from './failover.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.ts';
import { describeSite, settledBooks } from './settle-books.ts';
import { aMinutePasses } from './time-passes.ts';

let database: ReplicatedDatabase;
let site: FaultSite;
const told: PaymentStatus[] = [];
const faults: string[] = [];

beforeAll(async () => {
  database = await openReplicatedDatabase();
  const primaryUrl = () => database.url;
  site = await openFaultSite({ databaseUrl: database.hosts, primaryUrl, apps: 1, workers: 1 });
}, 120_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

beforeEach(() => onTestFailed(async () => console.error(await describeSite(site))));

const person = () =>
  signUp({
    nextApp: () => site.apps[0]?.url ?? '',
    deadline: Date.now() + 60_000,
    onFault: (fault) => faults.push(fault),
  });

test('REL3: PostgreSQL restarts while payments are being settled: callers are told to try again, and everything happens once', {
  timeout: 90_000,
}, async () => {
  const breakpoint = await setBreakpoint({
    databaseUrl: database.url,
    point: { table: 'orders', statement: 'insert' },
  });
  const people = Array.from({ length: 4 }, person);
  await breakpoint.reached();
  await database.restart();
  await breakpoint.afterRestart();
  const clock = setInterval(() => void aMinutePasses(site.sql).catch(() => undefined), 300);
  told.push(...(await Promise.all(people)));
  clearInterval(clock);
  expect(await settledBooks({ site, told })).toEqual([]);
  expect(faults).toEqual([]);
});

test('REL3: PostgreSQL restarts while a worker runs jobs: it recovers by itself, and no job is lost', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < 3; round += 1) {
    const tableLock = await lockTable({ databaseUrl: database.url, table: 'sent_mails' });
    await tableLock.acquired();
    told.push(...(await Promise.all(Array.from({ length: 3 }, person))));
    await tableLock.hasWaiters();
    await database.restart();
    await tableLock.afterRestart();
  }
  expect(await settledBooks({ site, told, withinMs: 60_000 })).toEqual([]);
  expect(faults).toEqual([]);
});

test('REL1, REL3: the primary dies while people pay and a standby takes over: nothing is lost or charged twice', {
  timeout: 120_000,
}, async () => {
  const done: Failover[] = [];
  let people: Promise<PaymentStatus>[] = [];
  const failover = failovers({
    database,
    deaths: ['killed'],
    onStandby: () => (people = Array.from({ length: 8 }, person)),
    onDone: (one) => void done.push(one),
  });
  await failover.happen({ site, database, random: Math.random });
  const clock = setInterval(() => void aMinutePasses(site.sql).catch(() => undefined), 300);
  told.push(...(await Promise.all(people)));
  clearInterval(clock);
  expect(await settledBooks({ site, told, withinMs: 60_000 })).toEqual([]);
  expect(faults).toEqual([]);
  expect(done).toHaveLength(1);
});
