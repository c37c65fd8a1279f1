import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { copyRunning } from './copy-running.ts';

/**
 * Copies a running PostgreSQL of this machine into a new folder below `backups`; returns the folder. Changes during the
 * copy are repaired from the archived WAL on restore. The folder gets its final name only when it is complete.
 */
export async function takeBackup(client: pg.Client, { backups, at }: { backups: string; at: Date }): Promise<string> {
  const { rows: settings } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  if (settings[0]?.mode !== 'on') throw new Error('WAL archiving is off: run "archive", then restart PostgreSQL.');
  const name = path.join(backups, `base-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
  const unfinished = `${name}.unfinished`;
  try {
    await copyRunning(client, { to: unfinished, archived: true });
    renameSync(unfinished, name);
    return name;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}
