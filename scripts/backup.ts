import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { archiveWal } from './backup/archive-wal.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { takeBackup } from './backup/take-backup.ts';
import { dataDir, useOwnSite } from './start/own-site.ts';

/*
 * Backups of a PostgreSQL on this machine, mainly of the embedded one, which has no backup tools of its own. Without
 * --database and --to they are those of the site that npm start runs:
 *   npm run -s backup -- archive --backups /srv/backups [--seconds 60] [--database postgres://…]
 *   npm run -s backup -- take    --backups /srv/backups [--database postgres://…]
 *   npm run -s restore --        --backups /srv/backups [--to .data/postgres] [--last-wal …/pg_wal]
 *                                [--until 2026-11-21T10:00:00Z]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    backups: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    to: { type: 'string', default: path.join(dataDir, 'postgres') },
    'last-wal': { type: 'string' },
    until: { type: 'string' },
  },
});

function backupsFolder(): string {
  if (!values.backups) throw new Error('Missing required option --backups');
  return path.resolve(values.backups);
}

async function databaseUrl(): Promise<string> {
  if (values.database === undefined) await useOwnSite();
  return values.database ?? process.env['DATABASE_URL'] ?? '';
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await databaseUrl(), application_name: 'evenkeel-backup' });
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
    const restart = await withDatabase((client) => archiveWal(client, { backups: backupsFolder(), seconds }));
    return restart ? 'Restart PostgreSQL to start archiving its changes.' : 'PostgreSQL archives its changes.';
  },
  take: async () =>
    `Backup taken: ${await withDatabase((client) => takeBackup(client, { backups: backupsFolder(), at: new Date() }))}`,
  restore: async () => {
    const backup = restoreBackup({
      backups: backupsFolder(),
      to: path.resolve(values.to),
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
