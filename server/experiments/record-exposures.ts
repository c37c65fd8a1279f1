import type { ExperimentStates } from '#contract/experiments.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { SettingsReader } from './experiment-provider.ts';

export type RecordExposures = (exposure: { anonymousId: string; states: ExperimentStates }) => Promise<void>;

const remembered = 10_000;

/** Keeps once, for each visitor and running experiment, which state was shown. Experiments that divide nobody are not kept. */
export function exposureRecorder({ db, clock, readSettings }: { db: Db; clock: Clock; readSettings: SettingsReader }): RecordExposures {
  // Spares the database a repeated insert for each page of one visit; the primary key decides what is kept.
  const recent = new Set<string>();
  return async ({ anonymousId, states }) => {
    const settings = await readSettings();
    const running = Object.entries(states).filter(([key, state]) => state !== 'off' && settings.get(key)?.state === 'running');
    const rows = running
      .filter(([key]) => !recent.has(`${key}:${anonymousId}`))
      .map(([experimentKey, state]) => ({ experimentKey, anonymousId, state, exposedAt: clock.now() }));
    if (rows.length === 0) return;
    await db
      .insertInto('experimentExposures')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
    if (recent.size > remembered) recent.clear();
    for (const { experimentKey } of rows) recent.add(`${experimentKey}:${anonymousId}`);
  };
}
