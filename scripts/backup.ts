import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { archiveWal } from './backup/archive-wal.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { takeBackup } from './backup/take-backup.ts';

/*
 * Backups of a PostgreSQL on this machine, mainly of the embedded one, which has no backup tools of its own:
 *   npm run -s backup -- archive --database postgres://… --backups /srv/backups [--seconds 60]
 *   npm run -s backup -- take    --database postgres://… --backups /srv/backups
 *   npm run -s backup -- restore --backups /srv/backups --to .data/postgres [--last-wal …/pg_wal]
 *                                 [--until 2026-11-21T10:00:00Z]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string', default: process.env['DATABASE_URL'] ?? '' },
    backups: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    to: { type: 'string' },
    'last-wal': { type: 'string' },
    until: { type: 'string' },
  },
});

function requiredOption(name: 'backups' | 'to' | 'database'): string {
  const value = values[name];
  if (!value) throw new Error(`Missing required option --${name}`);
  return name === 'database' ? value : path.resolve(value);
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: requiredOption('database'), application_name: 'evenkeel-backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function until(): Date | undefined {
  if (values.until === undefined) return undefined;
  const moment = new Date(values.until);
  if (Number.isNaN(moment.getTime()))
    throw new Error('Invalid value for --until: not a timestamp such as 2026-11-21T10:00:00Z.');
  return moment;
}

const commands: Record<string, () => Promise<string>> = {
  archive: async () => {
    const seconds = Number(values.seconds);
    const restart = await withDatabase((client) => archiveWal(client, { backups: requiredOption('backups'), seconds }));
    return restart ? 'Restart PostgreSQL to start archiving its changes.' : 'PostgreSQL archives its changes.';
  },
  take: async () =>
    `Backup taken: ${await withDatabase((client) => takeBackup(client, { backups: requiredOption('backups'), at: new Date() }))}`,
  restore: async () => {
    const backup = restoreBackup({
      backups: requiredOption('backups'),
      to: requiredOption('to'),
      lastWal: values['last-wal'],
      until: until(),
    });
    return `Restored from ${backup}: start PostgreSQL to replay the archived changes.`;
  },
};

try {
  const command = commands[positionals[0] ?? ''];
  if (!command) throw new Error(`Missing command. Choose one of: ${Object.keys(commands).join(', ')}.`);
  console.log(await command());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
