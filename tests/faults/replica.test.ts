import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { seconds, systemClock } from '#server/clock.ts';
import { createDb, createPool, type Db } from '#server/db/pool.ts';
import { listReader } from '#server/db/replica.ts';
import { copyTree } from '../../scripts/backup/copy-tree.ts';
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts';

/** A primary and its streaming standby, copied while stopped. */
async function openPair(): Promise<{ primary: Db; standby: Db; stopStandby: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-replica-'));
  chmodSync(folder, 0o755);
  const start = (name: string) => startEmbeddedPostgres({ dataDir: path.join(folder, name), port: 0, durable: false });
  await (await start('primary')).stop();
  const [from, to] = [realpathSync(path.join(folder, 'primary')), path.join(folder, 'standby')];
  copyTree({ from, to });
  const primary = await start('primary');
  const { hostname, port, username, password } = new URL(primary.url);
  const cluster = path.join(to, 'cluster');
  const { uid, gid } = statSync(cluster);
  writeFileSync(path.join(cluster, 'standby.signal'), '');
  chownSync(path.join(cluster, 'standby.signal'), uid, gid);
  appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  const standby = await start('standby');
  const opened = ({ url }: { url: string }) =>
    createDb(createPool({ connectionString: url, max: 2, onError: () => undefined }));
  const pair = { primary: opened(primary), standby: opened(standby) };
  let stopped: Promise<void> | null = null;
  const stopStandby = () => (stopped ??= standby.stop());
  onTestFinished(async () => {
    await Promise.all([pair.primary.destroy(), pair.standby.destroy()]);
    await stopStandby();
    await primary.stop();
    for (const one of [from, realpathSync(to), folder]) rmSync(one, { recursive: true, force: true, maxRetries: 3 });
  });
  return { ...pair, stopStandby };
}

test('a list is read from a standby that has replayed its reader’s writes, otherwise from the primary', async () => {
  const { primary, standby, stopStandby } = await openPair();
  const faults: unknown[] = [];
  const { readList, stop } = listReader({
    primary,
    replica: standby,
    clock: systemClock,
    everyMs: 50,
    onError: (error) => faults.push(error),
  });
  onTestFinished(stop);
  const from = (wroteAt: Date | null) =>
    readList(wroteAt, async (db) => {
      const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
      return rows[0]?.standby ? 'standby' : 'primary';
    });
  await expect.poll(() => from(null), { timeout: 10_000 }).toBe('standby');
  await sql`create table lists (name text)`.execute(primary);
  const earlier = new Date();
  await expect.poll(() => from(earlier), { timeout: 10_000 }).toBe('standby');

  await sql`select pg_wal_replay_pause()`.execute(standby);
  await sql`insert into lists values ('just written')`.execute(primary);
  const wroteAt = new Date();
  await new Promise((resolve) => setTimeout(resolve, seconds(2)));
  expect([await from(wroteAt), await from(earlier)]).toEqual(['primary', 'standby']);
  await sql`select pg_wal_replay_resume()`.execute(standby);
  await expect.poll(() => from(wroteAt), { timeout: 10_000 }).toBe('standby');
  const names = await readList(wroteAt, async (db) => (await sql`select name from lists`.execute(db)).rows);
  expect(names).toEqual([{ name: 'just written' }]);

  expect(faults).toEqual([]);
  await stopStandby();
  expect([await from(null), await from(wroteAt)]).toEqual(['primary', 'primary']);
  expect(faults.length).toBeGreaterThan(0);
});
