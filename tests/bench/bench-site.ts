import pg from 'pg';
import { startWholeSite, type WholeSite } from '../setup/whole-site.ts';
import { freePort } from '../setup/free-port.ts';

export type BenchSite = WholeSite & {
  sql: pg.Pool;
  /** What the operating system holds for the app's process, in bytes. */
  memory: () => Promise<number>;
};

/** The site as it runs for people: commits reach the disk, jobs run, every limit counts, for callers whom a proxy names. */
export async function openBenchSite(): Promise<BenchSite> {
  const metricsPort = await freePort();
  const environment = { LOG_LEVEL: 'error', TRUST_PROXY: 'loopback', METRICS_PORT: String(metricsPort) };
  const site = await startWholeSite({ environment, durable: true });
  const sql = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
  const stop = async () => {
    await sql.end();
    await site.stop();
  };
  return { ...site, sql, stop, memory: () => residentBytes(`http://localhost:${metricsPort}/metrics`) };
}

async function residentBytes(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const value = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (value === undefined) throw new Error('The app does not tell how much memory it holds');
  return Number(value);
}
