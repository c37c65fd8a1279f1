import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { dataDirectory, makeOwned } from './archive-wal.ts';
import { copyTree } from './copy-tree.ts';

/**
 * Made anew at every start, or of this run only: the manual of PostgreSQL names them. Their folders are kept, empty.
 */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const leftOut = [
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
];

function isSkipped(below: string): boolean {
  const [top = '', inside] = below.split(path.sep);
  return (
    (inside !== undefined && emptied.includes(top)) ||
    leftOut.includes(below) ||
    path.basename(below).startsWith('pgsql_tmp')
  );
}

/**
 * Copies a PostgreSQL of this machine while it works, into a new folder below `backups`; returns the folder. What
 * changes during the copy is repaired from the archived log when it is restored. The folder takes its name only when it
 * is complete.
 */
export async function takeBackup(client: pg.Client, { backups, at }: { backups: string; at: Date }): Promise<string> {
  const from = await dataDirectory(client);
  const { rows: settings } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  if (settings[0]?.mode !== 'on')
    throw new Error('PostgreSQL does not archive its changes: run "archive" first, and restart it.');
  const name = path.join(backups, `base-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
  const unfinished = `${name}.unfinished`;
  makeOwned(unfinished, { like: from });
  try {
    await client.query(`select pg_backup_start($1, fast => true)`, [path.basename(name)]);
    copyTree({ from, to: path.join(unfinished, 'cluster'), skip: isSkipped });
    // Waits until the changes made meanwhile are in the archive: without them the copy would be worth nothing.
    const { rows } = await client.query<{ label: string; spaces: string }>(
      `select labelfile as label, spcmapfile as spaces from pg_backup_stop(wait_for_archive => true)`,
    );
    if (rows[0]?.spaces) throw new Error('This PostgreSQL has tablespaces of its own: use pg_basebackup.');
    writeFileSync(path.join(unfinished, 'cluster', 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 });
    // Beside the data of the embedded PostgreSQL lies the password that its roles have.
    const password = path.join(from, '..', 'password');
    if (existsSync(password)) cpSync(password, path.join(unfinished, 'password'));
    renameSync(unfinished, name);
    return name;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}
