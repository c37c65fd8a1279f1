import type { ExperimentKey } from '#contract/sign-up/experiments.ts';
import type { DbOrTrx } from '../db/pool.ts';

/**
 * Whether staff have switched something off for everybody at this moment, read from the database instead of a process's
 * cache.
 */
export async function isSwitchedOn(db: DbOrTrx, key: ExperimentKey): Promise<boolean> {
  const row = await db.selectFrom('experiments').select('state').where('key', '=', key).executeTakeFirst();
  return row?.state === 'treatment';
}
