import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

export const walFolder = (backups: string): string => path.join(backups, 'wal');

/** PostgreSQL's data directory. Throws if it is not on this machine, or not readable by this account. */
export async function dataDirectory(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const folder = rows[0]?.folder ?? '';
  if (!statSync(path.join(folder, 'PG_VERSION'), { throwIfNoEntry: false }))
    throw new Error(
      `The data directory of this PostgreSQL (${folder}) is not on this machine: use pg_basebackup and its archive instead.`,
    );
  return folder;
}

/** Creates a folder owned by the data's owner, with access for nobody else. */
export function makeOwned(folder: string, { like }: { like: string }): void {
  mkdirSync(folder, { recursive: true });
  const { uid, gid } = statSync(like);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}

/**
 * A segment gets its name only once it is complete and on the disk. An identical one that exists already counts as
 * archived; a different one is never overwritten.
 */
function archiveCommand(folder: string): string {
  const to = `"${folder}/%f"`;
  const part = `"${folder}/.%f.part"`;
  return `cmp -s "%p" ${to} || { test ! -e ${to} && cp "%p" ${part} && sync ${part} && mv ${part} ${to}; }`;
}

/**
 * Configures PostgreSQL to archive every change to `backups/wal`, after at most `seconds`. It takes effect at the next
 * start; returns whether a restart is still needed.
 */
export async function archiveWal(
  client: pg.Client,
  { backups, seconds }: { backups: string; seconds: number },
): Promise<boolean> {
  if (/["'\\%$`]/.test(backups)) throw new Error('The backup path must not contain quotes, %, $ or backslashes.');
  const folder = walFolder(backups);
  makeOwned(backups, { like: await dataDirectory(client) });
  makeOwned(folder, { like: await dataDirectory(client) });
  await client.query(`alter system set archive_mode = on`);
  await client.query(`alter system set archive_command = '${archiveCommand(folder)}'`);
  await client.query(`alter system set archive_timeout = ${Math.trunc(seconds)}`);
  await client.query('select pg_reload_conf()');
  const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  return rows[0]?.mode !== 'on';
}
