import { existsSync } from 'node:fs';
import path from 'node:path';
import { runningDatabaseUrl } from './start/database.ts';
import { readSettings } from './start/settings.ts';

/**
 * `npm run endpoints -- <command>`: manages event endpoints, of the site that `npm start` runs here or that the
 * environment configures. docs/entitlements-and-events.md lists the commands.
 */
const dataDir = path.resolve(import.meta.dirname, '../.data');
const { environment, embeddedDatabasePort: port } = readSettings({
  environment: process.env,
  development: false,
  dataDir,
});
if (port !== null && !existsSync(path.join(dataDir, 'postgres'))) {
  console.error('There is no site here yet: run npm start first, or set DATABASE_URL.');
  process.exit(1);
}
Object.assign(process.env, environment, port === null ? {} : { DATABASE_URL: runningDatabaseUrl({ dataDir, port }) });
await import('#server/endpoints-main.ts');
