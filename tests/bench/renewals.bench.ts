import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { catalogReader } from '#server/catalog/catalog-reader.ts';
import { migrate } from '#server/db/migrate.ts';
import { createDb, createPool } from '#server/db/pool.ts';
import { sellersOf } from '#server/documents/sellers.ts';
import { offlineTaxes } from '#server/gateways/tax/offline/offline-taxes.ts';
import { paymentCompletions } from '#server/payment-completions.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { tokenMaker } from '#server/secret.ts';
import { seed } from '#server/seed.ts';
import { addDays, dueDay, dueInstant } from '#server/subscriptions/calendar.ts';
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts';
import { approvingGateway } from './approving-gateway.ts';
import { report } from './bench.ts';
import { insertDueSubscriptions } from './due-subscriptions.ts';

/** BENCH_DUE shortens the bench. */
const many = Number(process.env['BENCH_DUE'] ?? 100_000);
const few = 1_000;
const renewed = Math.min(3_000, many);
const workers = 8;
/**
 * The minimum for a renewal: storing the attempt before the gateway is called, marking it as sent, and settling it; and
 * the statements of each.
 */
const transactionsOfARenewal = 3;
const statementsOfATransaction = 9;

/**
 * Due renewals: how fast they are queued and charged, with a gateway that approves at once, and how much memory the
 * scan needs. Floors: as many transactions of trivial statements; the memory of a scan over a hundredth of the
 * subscriptions.
 */
export async function run(): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), port: 0, durable: true });
  const pool = createPool({ connectionString: postgres.url, max: workers });
  try {
    await migrate(postgres.url);
    await seed({ connectionString: postgres.url, demonstration: true });
    return await measure(pool);
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measure(pool: pg.Pool): Promise<boolean> {
  const db = createDb(pool);
  const firstDay = addDays(dueDay(new Date(), 'UTC'), 400);
  const days = { warm: firstDay, few: addDays(firstDay, 40), many: addDays(firstDay, 80) };
  let now = dueInstant(days.warm, 'UTC');
  const clock = { now: () => new Date(now) };
  for (const [mark, count] of [
    ['warm', few],
    ['few', few],
    ['many', many],
  ] as const) {
    await insertDueSubscriptions(pool, { count, dueOn: days[mark], mark });
  }
  const scans: Record<string, Scan> = {};
  for (const mark of ['warm', 'few', 'many'] as const) {
    now = dueInstant(days[mark], 'UTC');
    scans[mark] = await watchMemory(() => scanBilling({ db, clock }).then(({ renewals }) => renewals));
  }
  const dependencies = {
    db,
    clock,
    gateway: approvingGateway(clock),
    tax: offlineTaxes(),
    readCatalog: catalogReader({ db, clock }),
    requiresAuthentication: () => false,
    isSwitchedOff: async () => false,
    completions: paymentCompletions({ makeToken: tokenMaker('bench'), registrationTtlMinutes: 60 }),
    sellers: sellersOf({}),
  };
  const due = await pool.query<{ id: string }>(
    `select id from subscriptions where state = 'CURRENT' and period_end = $1 limit $2`,
    [days.many, renewed],
  );
  const perSecond = await rateOf(due.rows, ({ id }) => renewSubscription(dependencies, { subscriptionId: id }));
  await pool.query('create table floor_rows (id uuid primary key, data jsonb)');
  const floor = await rateOf(due.rows, () => bareRenewal(pool));
  const created = await pool.query<{ count: number }>(
    `select count(*)::int as count from orders where purpose = 'RENEWAL'`,
  );
  const { few: fewScan, many: manyScan } = scans;
  // The renewals of the first two scans were not charged, so the last scan finds them again.
  if (created.rows[0]?.count !== renewed || manyScan?.result !== many + 2 * few || fewScan === undefined)
    throw new Error('Not every due renewal was queued and charged');
  const queued = manyScan.result;
  console.log(
    `${queued.toLocaleString('en')} due renewals were queued in ${manyScan.seconds.toFixed(1)} s, ${Math.round(queued / manyScan.seconds).toLocaleString('en')} a second`,
  );
  return report([
    {
      name: 'renewals a second, against bare transactions',
      ours: perSecond,
      floor,
      unit: 'renewals/s',
      bar: { atLeast: 0.2 },
    },
    {
      name: `memory of a scan over ${many.toLocaleString('en')} due, against ${few.toLocaleString('en')}`,
      ours: manyScan.peakBytes,
      floor: fewScan.peakBytes,
      unit: 'bytes',
      bar: { atMost: 1.25 },
    },
  ]);
}

async function bareRenewal(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  for (let transaction = 0; transaction < transactionsOfARenewal; transaction++) {
    await client.query('begin');
    for (let statement = 1; statement < statementsOfATransaction; statement++)
      await client.query({ name: 'floor-read', text: 'select 1' });
    await client.query({
      name: 'floor-write',
      text: `insert into floor_rows values (gen_random_uuid(), '{"floor": true}')`,
    });
    await client.query('commit');
  }
  client.release();
}

/** Items processed per second, with as many workers as there are connections. */
async function rateOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const waiting = items.values();
  const began = performance.now();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return items.length / ((performance.now() - began) / 1000);
}

type Scan = { peakBytes: number; seconds: number; result: number };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The peak of live memory while `work` runs: sampled every 100 ms, after a garbage collection. */
async function watchMemory(work: () => Promise<number>): Promise<Scan> {
  let peakBytes = 0;
  const look = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    peakBytes = Math.max(peakBytes, heapUsed + external);
  };
  const timer = setInterval(look, 100);
  const began = performance.now();
  const result = await work();
  clearInterval(timer);
  look();
  return { peakBytes, seconds: (performance.now() - began) / 1000, result };
}
