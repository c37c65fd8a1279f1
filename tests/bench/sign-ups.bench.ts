import { type Measurement, report } from './bench.ts';
import { type BenchSite, openBenchSite } from './bench-site.ts';
import { type Floor, startFloor } from './floor.ts';
import { type Latencies, percentile, printLatencies } from './latencies.ts';
import { type CallName, callNames, openAgent, signUpOnce } from './sign-up-driver.ts';
import { storeEvents } from './stored-events.ts';
import { storeSignUps } from './stored-sign-ups.ts';

/**
 * Registrations stored before each round, each with `eventsEach` visit events. BENCH_STORED="1000,100000" shortens the
 * bench, BENCH_STORED="1000,100000,10000000" needs a machine with room for it.
 */
const sizes = (process.env['BENCH_STORED'] ?? '1000,100000,1000000').split(',').map(Number);
const eventsEach = Number(process.env['BENCH_EVENTS'] ?? 10);
const atOnce = 100;
const signUps = Number(process.env['BENCH_SIGN_UPS'] ?? 1_500);
const warmUps = 200;

/**
 * Whole sign-ups over HTTP with their jobs, a hundred at a time without pauses, on a growing database. Floors: a bare
 * server with as many trivial statements and password hashes; the latencies with the fewest stored registrations.
 */
export async function run(): Promise<boolean> {
  const site = await openBenchSite();
  const floor = await startFloor(site.databaseUrl);
  try {
    const first = await signUpOnce({
      url: site.url,
      agent: openAgent(1),
      onCall: () => undefined,
      onRefusal: () => undefined,
    });
    const rounds: Round[] = [];
    let stored = 0;
    for (const size of sizes) {
      const began = performance.now();
      await storeSignUps(site.sql, { from: stored + 1, to: size, registration: first.signupId });
      await storeEvents(site.sql, { from: stored * eventsEach + 1, to: size * eventsEach });
      stored = size;
      console.log(
        `${size.toLocaleString('en')} registrations and ${(size * eventsEach).toLocaleString('en')} events stored in ${((performance.now() - began) / 1000).toFixed(0)} s, ${await databaseSize(site)}`,
      );
      rounds.push(await measure({ site, floor, stored: size }));
    }
    const found = await noneReadWhole(site);
    return report([...against(rounds), ...growth(rounds)]) && found;
  } finally {
    await floor.stop();
    await site.stop();
  }
}

async function databaseSize({ sql }: BenchSite): Promise<string> {
  const { rows } = await sql.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return rows[0]?.size ?? '';
}

type Round = {
  stored: number;
  perSecond: number;
  floor: number;
  latencies: Latencies;
  memory: number;
  /** Buffer pages that PostgreSQL accessed per sign-up. */
  pages: number;
};

/** Measures the floor and the site one after the other, so that other load on the machine affects both. */
async function measure({ site, floor, stored }: { site: BenchSite; floor: Floor; stored: number }): Promise<Round> {
  await drive(site, warmUps);
  await site.jobsDone();
  await floor.signUps({ count: warmUps, atOnce });
  const floorPerSecond = await floor.signUps({ count: signUps, atOnce });
  await site.sql.query('select pg_stat_reset()');
  // Otherwise the dirty pages left by storing would be written while the first sign-ups are measured.
  await site.sql.query('checkpoint');
  const before = await site.processor();
  const began = performance.now();
  const latencies = await drive(site, signUps);
  const lastReceipt = performance.now();
  await site.jobsDone();
  const perSecond = signUps / ((performance.now() - began) / 1_000);
  const after = await site.processor();
  const pages = (await pagesRead(site)) / signUps;
  const memory = await site.memory();
  const each = (part: 'app' | 'database') => ((after[part] - before[part]) / signUps) * 1000;
  const whileCalled = signUps / ((lastReceipt - began) / 1_000);
  console.log(
    `        ${perSecond.toFixed(1)} sign-ups/s with their jobs, ${whileCalled.toFixed(1)} while people wait; the app holds ${(memory / 2 ** 20).toFixed(0)} MiB`,
  );
  console.log(
    `        processor time of one, jobs included: app ${each('app').toFixed(1)} ms, database ${each('database').toFixed(1)} ms`,
  );
  printLatencies(latencies);
  return { stored, perSecond, floor: floorPerSecond, latencies, memory, pages };
}

/** Pages accessed since the counters were reset. */
async function pagesRead({ sql }: BenchSite): Promise<number> {
  const { rows } = await sql.query<{ pages: string }>(
    'select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.pages);
}

async function drive({ url }: BenchSite, count: number): Promise<Latencies> {
  const latencies: Latencies = new Map(callNames.map((name) => [name, []]));
  const agent = openAgent(atOnce);
  const onCall = (name: CallName, milliseconds: number) => void latencies.get(name)?.push(milliseconds);
  let left = count;
  const person = async () => {
    while (left-- > 0) await signUpOnce({ url, agent, onCall, onRefusal: () => undefined });
  };
  await Promise.all(Array.from({ length: atOnce }, person));
  agent.destroy();
  return latencies;
}

function against(rounds: readonly Round[]): Measurement[] {
  return rounds.map(({ stored, perSecond, floor }) => ({
    name: `sign-ups a second over ${stored.toLocaleString('en')} stored`,
    ours: perSecond,
    floor,
    unit: 'sign-ups/s',
    bar: { atLeast: 0.3 },
  }));
}

/**
 * Latencies must not grow with the number of stored registrations. They are scaled by the floors of both rounds, which
 * show other load on the machine.
 */
function growth([first, ...later]: readonly Round[]): Measurement[] {
  if (!first) return [];
  const wait = ({ latencies, floor }: Round, name: CallName) =>
    (percentile(latencies.get(name) ?? [], 0.99) * floor) / first.floor;
  return later.flatMap((round) => [
    ...callNames.map((name) => ({
      name: `p99 of ${name} over ${round.stored.toLocaleString('en')} stored, against ${first.stored.toLocaleString('en')}`,
      ours: wait(round, name),
      floor: wait(first, name),
      unit: 'ms',
      bar: { atMost: 1.3 },
    })),
    {
      name: `pages that PostgreSQL looks at for a sign-up over ${round.stored.toLocaleString('en')} stored`,
      ours: round.pages,
      floor: first.pages,
      unit: 'pages',
      // Other load affects times. It affects pages only through queries that run every second in any case.
      bar: { atMost: 1.5 },
    },
    {
      name: `memory of the app over ${round.stored.toLocaleString('en')} stored`,
      ours: round.memory / 2 ** 20,
      floor: first.memory / 2 ** 20,
      unit: 'MiB',
      bar: { atMost: 1.5 },
    },
  ]);
}

/** Whether no large table was scanned sequentially; the counters show that long before the latencies do. */
async function noneReadWhole({ sql }: BenchSite): Promise<boolean> {
  const { rows } = await sql.query<{ name: string; rows: string; scans: string }>(
    `select stats.relname as name, seq_tup_read as rows, seq_scan as scans
     from pg_stat_user_tables stats join pg_class on pg_class.oid = relid
     where schemaname = 'public' and reltuples > 5000 and seq_tup_read > 2 * reltuples and seq_scan > $1
       order by seq_tup_read desc`,
    [signUps / 10],
  );
  for (const { name, rows: read, scans } of rows)
    console.log(`FAILED  ${name}: read from end to end ${scans} times, ${read} rows`);
  if (rows.length === 0) console.log('ok      no large table was read from end to end');
  return rows.length === 0;
}
