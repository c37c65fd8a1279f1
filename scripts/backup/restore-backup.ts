import { appendFileSync, chownSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeOwned, walFolder } from './archive-wal.ts';
import { copyTree } from './copy-tree.ts';

type Restore = {
  backups: string;
  /** Folder of the embedded PostgreSQL (`.data/postgres`): it must not contain a `cluster`. */
  to: string;
  /** `pg_wal` of the lost database, if it can still be read: without it, changes that were not archived are lost. */
  lastWal?: string | undefined;
  /** The point in time to recover to, such as before a mistake; by default the latest. */
  until?: Date | undefined;
};

/**
 * Restores the files of the latest backup, so that PostgreSQL replays the archived changes at its next start. Returns
 * the folder of that backup.
 */
export function restoreBackup({ backups, to, lastWal, until }: Restore): string {
  const cluster = path.join(to, 'cluster');
  if (existsSync(cluster))
    throw new Error(`${cluster} still exists: move it away first; never delete what is left of it.`);
  const latest = readdirSync(backups)
    .filter((name) => name.startsWith('base-') && !name.endsWith('.unfinished') && isBefore(name, until))
    .toSorted()
    .at(-1);
  if (!latest) throw new Error(`No backup found in ${backups}${until ? ` from before ${until.toISOString()}` : ''}.`);
  const backup = path.join(backups, latest);
  makeOwned(to, { like: backup });
  const owner = statSync(backup);
  copyTree({ from: backup, to, owner });
  if (lastWal)
    copyTree({
      from: lastWal,
      to: path.join(cluster, 'pg_wal'),
      skip: (below) => below.startsWith('archive_status'),
      owner,
    });
  const settings = [
    `restore_command = 'cp "${walFolder(backups)}/%f" "%p"'`,
    // Always set, because the copy may contain the target of an earlier restore.
    `recovery_target_time = '${until ? until.toISOString().replace('Z', '+00') : ''}'`,
    `recovery_target_action = 'promote'`,
  ];
  appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  const signal = path.join(cluster, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  chownSync(signal, owner.uid, owner.gid);
  return backup;
}

/** A backup's name contains the instant at which it began; it can only be recovered to a later one. */
function isBefore(name: string, until: Date | undefined): boolean {
  return until === undefined || name < `base-${until.toISOString().replaceAll(/[:.]/g, '-')}`;
}
