import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { seed } from '#server/seed.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts';

export type OwnDatabase = {
  url: string;
  /** Restarts the server at the same address: every connection ends and open transactions are rolled back. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A PostgreSQL for one test file, which may be restarted during the test. Commits are flushed to disk, as in
 * production. `bare`: without tables, for a release that creates its own.
 */
export async function openOwnDatabase({ bare = false } = {}): Promise<OwnDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-faults-'));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'postgres');
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });
  const { url } = postgres;
  if (!bare) {
    await migrate(url);
    await seed({ connectionString: url, demonstration: true });
  }
  return {
    url,
    restart: async () => {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir, port: Number(new URL(url).port), durable: true });
    },
    close: async () => {
      await postgres.stop();
      for (const one of [realpathSync(dataDir), folder]) rmSync(one, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
