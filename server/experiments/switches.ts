import type { ExperimentKey } from '#contract/sign-up/experiments.ts';
import type { DbOrTrx } from '../db/pool.ts';

/** Whether staff have taken something away from everybody at this moment, and not as a process remembers it. */
export async function isSwitchedOn(db: DbOrTrx, key: ExperimentKey): Promise<boolean> {
  const row = await db.selectFrom('experiments').select('state').where('key', '=', key).executeTakeFirst();
  return row?.state === 'treatment';
}
