import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../setup/free-port.ts';
import { startWholeSite, type WholeSite } from '../setup/whole-site.ts';

export type BenchSite = WholeSite & {
  sql: pg.Pool;
  /** Resident memory of the app's process, in bytes. */
  memory: () => Promise<number>;
  /**
   * CPU seconds that the app and the database have used so far. Those of the database are read from `/proc`; NaN
   * without it.
   */
  processor: () => Promise<{ app: number; database: number }>;
  /** Waits until every due job is done, because mails and documents are part of what is measured. */
  jobsDone: () => Promise<void>;
};

/** The site as in production: with fsync, jobs, and rate limits by the client address that a proxy forwards. */
export async function openBenchSite(further: Record<string, string> = {}): Promise<BenchSite> {
  const metricsPort = await freePort();
  const environment = { LOG_LEVEL: 'error', TRUST_PROXY: 'loopback', METRICS_PORT: String(metricsPort), ...further };
  const site = await startWholeSite({ environment, durable: true });
  const sql = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
  const stop = async () => {
    await sql.end();
    await site.stop();
  };
  const metric = (name: string) => readMetric(`http://localhost:${metricsPort}/metrics`, name);
  const memory = () => metric('process_resident_memory_bytes');
  const processor = async () => ({
    app: await metric('process_cpu_seconds_total'),
    database: await databaseSeconds(sql),
  });
  return { ...site, sql, stop, memory, processor, jobsDone: () => jobsDone(sql) };
}

async function jobsDone(sql: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await sql.query(
      'select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts limit 1',
    );
    if (rows.length === 0) return;
    await wait(100);
  }
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(url)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`The app exposes no metric ${name}`);
  return Number(value);
}

/** Linux counts CPU time in hundredths of a second. */
const ticksOfASecond = 100;

/** CPU seconds of all PostgreSQL processes, including ended ones: a connection may close during a measurement. */
async function databaseSeconds(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = ticksOf(rows[0]?.pid)?.parent;
  const processes = existsSync('/proc') ? readdirSync('/proc').map((name) => ticksOf(Number(name))) : [];
  const living = processes.filter((each) => each?.parent === server).map((each) => each?.own ?? 0);
  const { own = Number.NaN, ended = 0 } = ticksOf(server) ?? {};
  return living.reduce((sum, each) => sum + each, own + ended) / ticksOfASecond;
}

type Ticks = { parent: number; own: number; ended: number };

/** CPU ticks of a process and of its ended child processes; null if there is no such process. */
function ticksOf(pid: number | undefined): Ticks | null {
  const fields = statusOf(pid)
    ?.replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  if (!fields) return null;
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [fields[1], ...fields.slice(11)];
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

function statusOf(pid: number | undefined): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}
