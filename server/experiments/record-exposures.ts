import { type Insertable, sql } from 'kysely';
import { type ExperimentStates, isExperimentKey } from '#contract/sign-up/experiments.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { groupOf } from './evaluate-experiment.ts';
import type { SettingsReader } from './experiment-provider.ts';

export type RecordExposures = (exposure: { anonymousId: string; states: Partial<ExperimentStates> }) => Promise<void>;

const remembered = 10_000;
const nameOf = ({
  experimentKey,
  iteration,
  anonymousId,
}: {
  experimentKey: string;
  iteration: number;
  anonymousId: string;
}) => `${experimentKey}:${iteration}:${anonymousId}`;

type RecorderOptions = { db: Db; clock: Clock; readSettings: SettingsReader };

/**
 * Stores once, for each visitor and iteration of a running experiment, which state was shown. Switches are not stored,
 * nor variants outside of the visitor's group: a page opened in an earlier iteration, a forced state, or a forged
 * report would distort the comparison.
 */
export function exposureRecorder({ db, clock, readSettings }: RecorderOptions): RecordExposures {
  // Saves the database a repeated insert for each page of one visit.
  const recent = new Set<string>();
  return async ({ anonymousId, states }) => {
    const settings = await readSettings();
    const rows = Object.entries(states).flatMap(([experimentKey, state]) => {
      const setting = settings.get(experimentKey);
      if (!isExperimentKey(experimentKey) || setting?.state !== 'running') return [];
      if (state !== groupOf(experimentKey, { setting, anonymousId })) return [];
      const { iteration } = setting;
      return recent.has(nameOf({ experimentKey, iteration, anonymousId }))
        ? []
        : [{ experimentKey, iteration, anonymousId, state, exposedAt: clock.now() }];
    });
    if (rows.length === 0) return;
    await insertExposures(db, rows);
    if (recent.size > remembered) recent.clear();
    for (const row of rows) recent.add(nameOf(row));
  };
}

/** A visitor who returns in another month is in a partition whose key does not know them. */
async function insertExposures(db: Db, rows: readonly Insertable<Database['experimentExposures']>[]): Promise<void> {
  await sql`
    insert into experiment_exposures (experiment_key, iteration, anonymous_id, state, exposed_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen
      ("experimentKey" text, iteration int, "anonymousId" text, state text, "exposedAt" timestamptz)
    where not exists (select from experiment_exposures earlier where earlier.experiment_key = "experimentKey"
      and earlier.iteration = seen.iteration and earlier.anonymous_id = "anonymousId")
    on conflict do nothing`.execute(db);
}
