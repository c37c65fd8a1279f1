import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { startWholeSite, type WholeSite } from '../setup/whole-site.ts';
import { freePort } from '../setup/free-port.ts';

export type BenchSite = WholeSite & {
  sql: pg.Pool;
  /** What the operating system holds for the app's process, in bytes. */
  memory: () => Promise<number>;
  /**
   * Seconds of a processor that app and database have used so far; of the database on Linux alone, elsewhere not a
   * number.
   */
  processor: () => Promise<{ app: number; database: number }>;
};

/**
 * The site as it runs for people: commits reach the disk, jobs run, every limit counts, for callers whom a proxy names.
 */
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
  return { ...site, sql, stop, memory, processor };
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(url)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`The app does not tell its ${name}`);
  return Number(value);
}

/** Linux counts in hundredths of a second. */
const ticksOfASecond = 100;

/** Of all connections and helpers that live now: those of the app stay the same as long as it is busy. */
async function databaseSeconds(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ pid: number }>('select pid from pg_stat_activity');
  const seconds = rows.map(({ pid }) => secondsOf(`/proc/${pid}/stat`));
  return seconds.reduce((sum, one) => sum + one, 0);
}

function secondsOf(file: string): number {
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksOfASecond;
}
