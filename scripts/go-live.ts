import { readFileSync } from 'node:fs';
import path from 'node:path';
import { composedEnvironment } from './environment/composed-environment.ts';
import { projectRoot, readEnvFile, useOwnSite } from './start/own-site.ts';

/**
 * `npm run go-live -- you@your-domain`: checks the site that `.env` configures, for compose if it has a SITE_ADDRESS,
 * else as `npm start` would run it.
 */
readEnvFile(path.join(projectRoot, '.env'), process.env);
if (process.env['SITE_ADDRESS']) {
  const compose = readFileSync(path.join(projectRoot, 'deploy/compose.yaml'), 'utf8');
  Object.assign(process.env, composedEnvironment({ compose, environment: process.env }));
} else await useOwnSite({ mayLackDatabase: true });
await import('#server/go-live-main.ts');
