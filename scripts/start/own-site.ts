import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings, type StartSettings } from './settings.ts';

export const projectRoot = path.resolve(import.meta.dirname, '../..');
export const dataDir = path.join(projectRoot, '.data');

/** Adds what a file like `.env` sets and the environment does not; an empty value is unset, as in deployments. */
export function readEnvFile(file: string, environment: NodeJS.ProcessEnv): void {
  if (!existsSync(file)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
    if (value !== '') environment[name] ??= value;
}

/** The settings of the last `npm start` that decide which site a command uses. */
const remembered = ['PORT', 'PUBLIC_URL', 'EMBEDDED_DATABASE_PORT', 'DATABASE_URL'] as const;
const siteFileOf = (folder: string) => path.join(folder, 'site.env');

export function rememberSite(environment: NodeJS.ProcessEnv): void {
  const lines = remembered.flatMap((name) => (environment[name] ? [`${name}="${environment[name]}"`] : []));
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(siteFileOf(dataDir), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** The settings of the site that `npm start` keeps here, or that environment and `.env` configure. */
export function ownSite({ root = projectRoot, environment = process.env } = {}): StartSettings {
  const folder = path.join(root, '.data');
  readEnvFile(path.join(root, '.env'), environment);
  readEnvFile(siteFileOf(folder), environment);
  return readSettings({ environment, development: false, dataDir: folder });
}

/** Gives this process those settings, and its database. Ends the process where there is none but must be. */
export async function useOwnSite({ mayLackDatabase = false } = {}): Promise<void> {
  const { embeddedDatabasePort: port, environment } = ownSite();
  Object.assign(process.env, environment);
  if (port === null) return;
  if (!existsSync(path.join(dataDir, 'postgres'))) {
    if (mayLackDatabase) return;
    console.error('No site has been set up here: run npm start first, or set DATABASE_URL.');
    process.exit(1);
  }
  const { runningDatabaseUrl } = await import('./database.ts');
  process.env['DATABASE_URL'] = runningDatabaseUrl({ dataDir, port });
}
