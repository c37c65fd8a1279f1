import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { createDb, createPool } from '#server/db/pool.ts';
import { seed } from '#server/seed.ts';
import { searchPeople } from '#server/staff/search-people.ts';
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts';
import { percentile } from './latencies.ts';

/** BENCH_PEOPLE shortens the bench. */
const people = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
const searches = 40;
/** A wait that is not noticed during a phone call. */
const mostMs = 200;

/** Every kind of search of the console over a million people: how long it takes, and that no table is read whole. */
export async function run(): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), port: 0, durable: false });
  const pool = createPool({ connectionString: postgres.url, max: 12 });
  try {
    await migrate(postgres.url);
    await seed({ connectionString: postgres.url, demonstration: true });
    await withPeople(postgres.url);
    return await measure(pool);
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const id = (kind: string) => `md5('${kind}-' || n)::uuid`;

async function withPeople(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await insertPeople(client);
  } finally {
    await client.end();
  }
}

/** One person in a hundred has each first name, one in ten thousand each last name; all have paid by card. */
async function insertPeople(client: pg.Client): Promise<void> {
  const all = `from generate_series(1, ${people}) n`;
  await client.query(`
    insert into families (id, pricing_group, created_at) select ${id('family')}, 'P0', now() ${all}`);
  await client.query(`
    insert into users (id, family_id, role, status, first_name, last_name, email, email_normalised, username,
      phone_country_code, phone_number, language, color, country, created_at, updated_at)
    select ${id('user')}, ${id('family')}, 'PARENT_A', 'ACTIVE', 'First' || chr(97 + n % 10) || chr(97 + n / 10 % 10),
      'Last' || translate(lpad((n::bigint * 7919 % 10000)::text, 4, '0'), '0123456789', 'abcdefghij'), 'p' || n || '@example.com',
      'p' || n || '@example.com', 'user' || n, '+1', (2000000000 + n)::text, 'en', '#F2B261', 'US', now(), now() ${all}`);
  await client.query(`
    insert into payment_methods (id, user_id, type, token, card_last_four, card_brand, is_default, created_at)
    select ${id('method')}, ${id('user')}, 'CREDIT_CARD', 't' || n, lpad((n % 10000)::text, 4, '0'), 'Visa', true, now() ${all}`);
  await client.query(`
    insert into payment_attempts (id, purpose, subject_id, state, idempotency_key, request_hash, amount_cents, purchase,
      transaction_id, created_at)
    select ${id('attempt')}, 'SIGN_UP', ${id('family')}, 'APPROVED', 'first', '\\x00', 14400, '{}', 'tx' || n, now() ${all}`);
  await client.query(`
    insert into orders (id, attempt_id, purpose, user_id, family_id, quote, total_cents, tax_cents, language,
      transaction_id, time_zone, created_at)
    select ${id('order')}, ${id('attempt')}, 'SIGN_UP', ${id('user')}, ${id('family')}, '{}', 14400, 0, 'en', 'tx' || n,
      'UTC', now() ${all}`);
  await client.query('vacuum analyze');
}

/** The search text by kind of search, for the person of this number. */
const texts: Record<string, (n: number, ids: { user: string; order: string; attempt: string }) => string> = {
  'e-mail': (n) => `P${n}@example.com`,
  username: (n) => `User${n}`,
  phone: (n) => `+1 ${2_000_000_000 + n}`,
  'last name': (n) => `last${lettersOf((n * 7919) % 10_000)}`,
  'beginning of a name': () => 'fir',
  'both names': (n) => `first${letter(n)} last${lettersOf((n * 7919) % 10_000)}`,
  'names of nobody': (n) => `firstzz last${lettersOf((n * 7919) % 10_000)}`,
  transaction: (n) => `tx${n}`,
  'last four': (n) => String(n % 10_000).padStart(4, '0'),
  code: () => 'FULL-1YR0-DEMO',
  id: (_n, { user }) => user,
  order: (_n, { order }) => order,
  attempt: (_n, { attempt }) => attempt,
};
const letter = (n: number) => 'abcdefghij'[n % 10] ?? '';
const lettersOf = (n: number) => [...String(n).padStart(4, '0')].map((figure) => letter(Number(figure))).join('');

async function measure(pool: pg.Pool): Promise<boolean> {
  const db = createDb(pool);
  const dependencies = { db, clock: { now: () => new Date() } };
  const staff = { subject: 'bench', name: 'Ada Admin', roles: ['ADMIN' as const] };
  await pool.query('select pg_stat_reset()');
  let sound = true;
  for (const [name, textOf] of Object.entries(texts)) {
    const times: number[] = [];
    for (let at = 0; at < searches; at++) {
      const n = 1 + ((at * 24_593 + 17) % people);
      const { rows } = await pool.query<{ user: string; order: string; attempt: string }>(
        `select ${id('user')} as user, ${id('order')} as order, ${id('attempt')} as attempt from (select ${n} as n) as one`,
      );
      const began = performance.now();
      const [ids] = rows;
      if (ids) await searchPeople(dependencies, textOf(n, ids), staff);
      times.push(performance.now() - began);
    }
    const [middle, most, worst] = [0.5, 0.95, 0.99].map((share) => percentile(times, share)) as [
      number,
      number,
      number,
    ];
    sound = sound && most < mostMs;
    const figures = [middle, most, worst].map((ms) => `${ms.toFixed(0).padStart(4)} ms`).join(' ');
    console.log(`  ${name.padEnd(20)} p50, p95, p99 ${figures}`);
  }
  const { rows: whole } = await pool.query<{ table: string }>(
    `select tables.relname as table from pg_stat_user_tables as tables join pg_class on pg_class.oid = tables.relid
     where seq_tup_read > reltuples and reltuples > 10000`,
  );
  console.log(`  sequential scans: ${whole.map(({ table }) => table).join(', ') || 'no table'}`);
  return sound && whole.length === 0;
}
