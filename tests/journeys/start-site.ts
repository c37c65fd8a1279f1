import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setJourneyVariables, startWholeSite } from '../setup/whole-site.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Starts the whole site once for all journeys of a run and stops it afterwards: as operated, with several apps and a
 * worker.
 */
export default async function startSite(): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'dist/web/pages')))
    throw new Error('The journeys need a built web: run `npm test -- web` first.');
  const site = await startWholeSite({
    apps: Number(process.env['JOURNEY_APPS'] ?? 2),
    environment: {
      NODE_ENV: 'test',
      PAYMENT_TIMEOUT_SECONDS: '5',
      LOG_LEVEL: 'error',
      // Every journey comes from one address; the limits themselves are tested elsewhere.
      RATE_LIMIT_FACTOR: '1000',
    },
  });
  setJourneyVariables(site);
  return site.stop;
}
