import type { ExperimentStates } from '#contract/experiments.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
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
 * Keeps once, for each visitor and iteration of a running experiment, which state was shown. Experiments that divide
 * nobody are not kept.
 */
export function exposureRecorder({ db, clock, readSettings }: RecorderOptions): RecordExposures {
  // Spares the database a repeated insert for each page of one visit; the primary key decides what is kept.
  const recent = new Set<string>();
  return async ({ anonymousId, states }) => {
    const settings = await readSettings();
    const rows = Object.entries(states).flatMap(([experimentKey, state]) => {
      const setting = settings.get(experimentKey);
      if (state === 'off' || setting?.state !== 'running') return [];
      const { iteration } = setting;
      return recent.has(nameOf({ experimentKey, iteration, anonymousId }))
        ? []
        : [{ experimentKey, iteration, anonymousId, state, exposedAt: clock.now() }];
    });
    if (rows.length === 0) return;
    await db
      .insertInto('experimentExposures')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
    if (recent.size > remembered) recent.clear();
    for (const row of rows) recent.add(nameOf(row));
  };
}
