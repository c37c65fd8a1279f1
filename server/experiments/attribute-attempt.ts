import { sql } from 'kysely';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

/** A payment later than this after the exposure does not count for the variant. */
export const attributionDays = 7;

/**
 * Records with a payment attempt which variants of running experiments this browser was shown, and when, to the minute.
 * The visitor's id (null if it must not be tracked) is left out: nobody's order leads to what they viewed.
 */
export async function attributeAttempt(
  trx: Trx,
  { attemptId, anonymousId, at }: { attemptId: string; anonymousId: string | null; at: Date },
): Promise<void> {
  if (anonymousId === null) return;
  await sql`
    insert into attempt_exposures (attempt_id, experiment_key, iteration, state, exposed_at)
    select ${attemptId}::uuid, experiment_key, shown.iteration, shown.state, date_trunc('minute', exposed_at)
    from experiments join experiment_exposures shown
      on experiment_key = key and shown.iteration = experiments.iteration and anonymous_id = ${anonymousId}
        and exposed_at >= ${after(at, -days(attributionDays))}::timestamptz
    where experiments.state = 'running'
    on conflict do nothing`.execute(trx);
}
