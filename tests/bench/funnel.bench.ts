import pg from 'pg';
import { utcDay } from '#contract/fields/day.ts';
import { rollUpFunnel } from '#server/analytics/roll-up-funnel.ts';
import { createDb, createPool } from '#server/db/pool.ts';
import { readFunnel } from '#server/staff/read-funnel.ts';
import { createDatabaseFrom, startTestCluster } from '../setup/database/test-cluster.ts';
import { storeVisits, visitDays } from './stored-visits.ts';

/** BENCH_FUNNEL_EVENTS=1000000 shortens it. */
const events = Number(process.env['BENCH_FUNNEL_EVENTS'] ?? 10_000_000);
const longestReadMs = 1_000;
const reads = 20;

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);
const dayAgo = (count: number) => utcDay(new Date(Date.now() - count * 86_400_000));

/** The funnel of forty days over ten million events: how long it takes to count them, and to read the result. */
export async function run(): Promise<boolean> {
  const cluster = await startTestCluster({ durable: true });
  const database = await createDatabaseFrom(cluster);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const db = createDb(createPool({ connectionString: database.url, max: 4 }));
  try {
    let began = performance.now();
    await storeVisits(pool, events);
    console.log(`${events.toLocaleString('en')} events stored in ${seconds(began)} s`);
    began = performance.now();
    const days = await rollUpFunnel(db, new Date());
    console.log(`${days.length} days counted in ${seconds(began)} s`);
    began = performance.now();
    await rollUpFunnel(db, new Date());
    console.log(`the run every ten minutes: ${seconds(began)} s`);
    return await readMany(db);
  } finally {
    await db.destroy();
    await pool.end();
    await cluster.stop();
  }
}

async function readMany(db: ReturnType<typeof createDb>): Promise<boolean> {
  const filters = { flow: 'parent', from: dayAgo(visitDays), until: dayAgo(0) } as const;
  const times: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const began = performance.now();
    await readFunnel(db, read % 2 === 0 ? filters : { ...filters, country: 'GB', device: 'phone', language: 'en' });
    times.push(performance.now() - began);
  }
  const longest = Math.max(...times);
  console.log(`read ${reads} times, the longest ${longest.toFixed(0)} ms (at most ${longestReadMs})`);
  return longest < longestReadMs;
}
