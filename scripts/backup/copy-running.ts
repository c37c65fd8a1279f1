import { cpSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { dataDirectory, makeOwned } from './archive-wal.ts';
import { copyTree } from './copy-tree.ts';

/**
 * Contents that PostgreSQL recreates at every start or needs only while it runs, as its manual lists them. The folders
 * are copied empty.
 */
const emptiedFolders = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const excludedFiles = [
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
];

function isSkipped(relativePath: string): boolean {
  const [top = '', child] = relativePath.split(path.sep);
  return (
    (child !== undefined && emptiedFolders.includes(top)) ||
    excludedFiles.includes(relativePath) ||
    path.basename(relativePath).startsWith('pgsql_tmp')
  );
}

/**
 * Copies a running PostgreSQL of this machine into `to`, which must not exist. The copy can start only with the WAL
 * written meanwhile: from the archive, which `archived` waits for, or from the primary as its standby.
 */
export async function copyRunning(client: pg.Client, { to, archived }: { to: string; archived: boolean }) {
  const from = await dataDirectory(client);
  makeOwned(to, { like: from });
  await client.query(`select pg_backup_start($1, fast => true)`, [path.basename(to)]);
  copyTree({ from, to: path.join(to, 'cluster'), skip: isSkipped });
  const { rows } = await client.query<{ label: string; spaces: string }>(
    `select labelfile as label, spcmapfile as spaces from pg_backup_stop(wait_for_archive => $1)`,
    [archived],
  );
  if (rows[0]?.spaces) throw new Error('This PostgreSQL has additional tablespaces: use pg_basebackup.');
  writeFileSync(path.join(to, 'cluster', 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 });
  // The embedded PostgreSQL keeps the password of its roles next to its data directory.
  const password = path.join(from, '..', 'password');
  if (existsSync(password)) cpSync(password, path.join(to, 'password'));
}
