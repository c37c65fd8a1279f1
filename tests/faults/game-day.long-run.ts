import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overNetwork, type Tried, tryCase, watchAlarms } from '../operate/alarms/game-day.ts';
import { cases, notTried, type Place } from '../operate/alarms/game-day-cases.ts';
import { freePort } from '../setup/free-port.ts';
import { readyToPay, submitPayment } from '../setup/sign-up.ts';
import { type OwnDatabase, openOwnDatabase } from './database-of-its-own.ts';
import { type FaultSite, openFaultSite } from './fault-site.ts';
import { type Gate, openGate } from './gate.ts';

let database: OwnDatabase;
let databaseLine: Gate;
let site: FaultSite;
let sql: pg.Pool;
let place: Place;
let watch: ReturnType<typeof watchAlarms>;

beforeAll(async () => {
  database = await openOwnDatabase();
  databaseLine = await openGate({ port: Number(new URL(database.url).port) });
  sql = new pg.Pool({ connectionString: database.url, max: 3 });
  const throughLine = database.url.replace(/127\.0\.0\.1:\d+/, `localhost:${databaseLine.port}`);
  site = await openFaultSite({ databaseUrl: throughLine, primaryUrl: () => database.url, apps: 0, workers: 0 });
  const [appPort, workerPort, webPort] = [await freePort(), await freePort(), await freePort()];
  const shared = { CANARY: 'true', PUBLIC_URL: `http://localhost:${webPort}` };
  await site.startApp({
    ...shared,
    PORT: String(webPort),
    METRICS_PORT: String(appPort),
    MAX_IN_FLIGHT: '40',
    DATABASE_POOL_SIZE: '2',
  });
  const { process } = await site.startWorker({ ...shared, METRICS_PORT: String(workerPort) });
  const people = overNetwork(site.apps[0]?.url ?? '');
  place = { site, people, sql, databaseUrl: database.url, databaseLine, worker: process.signal };
  watch = watchAlarms([appPort, workerPort]);
}, 240_000);
afterAll(async () => {
  await site?.close();
  await sql?.end();
  await databaseLine?.close();
  await database?.close();
});

const say = (line: string) => process.stderr.write(`${line}\n`);

test('game day: a healthy site raises no alarm, and each fault raises its own', {
  timeout: 1_800_000,
}, async () => {
  await watch.look();
  for (let count = 0; count < 2; count += 1) await submitPayment(place.people, await readyToPay(place.people));
  await sql.query(`select graphile_worker.add_job('run-canary', payload => '{}'::json)`);
  expect(await watch.until((firing) => firing.length === 0)).toBe(true);
  say('nothing is broken: no alarm fires');
  const tried: Tried[] = [];
  for (const one of cases) {
    const result = await tryCase(one, { place, watch });
    tried.push(result);
    say(`${result.alarm}: ${result.outcome}, after ${result.seconds} s`);
  }
  for (const [alarm, reason] of Object.entries(notTried)) say(`${alarm}: not tried: ${reason}`);
  expect(tried.filter(({ outcome }) => outcome !== 'fired')).toEqual([]);
});
