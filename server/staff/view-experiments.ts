import type { ExperimentRow, ExperimentView } from '#contract/api/staff-experiments.ts';
import { experimentKeys, type ExperimentKey, experiments } from '#contract/experiments.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { countPayers, countShown } from './experiment-counts.ts';
import { experimentResults } from './experiment-results.ts';

/** Switches take something away from everybody; nothing is tried out with them. */
export const isExperiment = (key: ExperimentKey): boolean => !key.startsWith('hide-');

const stored = (db: Db) =>
  db.selectFrom('experiments').select(['key', 'state', 'share', 'iteration', 'changedAt']).orderBy('key');

/** Every experiment that the code knows. */
export async function listExperiments(db: Db): Promise<{ experiments: ExperimentRow[] }> {
  const rows = new Map((await stored(db).execute()).map((row) => [row.key, row]));
  return {
    experiments: experimentKeys.filter(isExperiment).flatMap((key) => {
      const row = rows.get(key);
      return row ? [rowOf(key, row)] : [];
    }),
  };
}

type Stored = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number];

function rowOf(key: ExperimentKey, { changedAt, ...row }: Stored): ExperimentRow {
  const { epicKey, describes, audience } = experiments[key];
  return { ...row, key, epicKey, describes, audience, changedAt: changedAt.toISOString() };
}

/** How an experiment stands, with what one of its iterations has shown: the latest where none is named. */
export async function viewExperiment(
  { db, clock }: { db: Db; clock: Clock },
  { key, iteration }: { key: ExperimentKey; iteration?: number | undefined },
): Promise<ExperimentView | Refusal<'NOT_FOUND'>> {
  const row = isExperiment(key) ? await stored(db).where('key', '=', key).executeTakeFirst() : undefined;
  if (!row) return refuse('NOT_FOUND');
  const iterations = await iterationsOf(db, key);
  const asked = iteration === undefined ? iterations[0] : iterations.find((one) => one.iteration === iteration);
  if (iteration !== undefined && !asked) return refuse('NOT_FOUND');
  const view = { ...rowOf(key, row), iterations };
  if (!asked) return { ...view, results: null };
  const run = { key, iteration: asked.iteration };
  const [shown, payers] = await Promise.all([countShown(db, run), countPayers(db, run)]);
  return {
    ...view,
    results: { ...asked, ...experimentResults({ shown, payers, share: asked.share, at: clock.now() }) },
  };
}

async function iterationsOf(db: Db, key: ExperimentKey) {
  const rows = await db
    .selectFrom('experimentIterations')
    .select(['iteration', 'share', 'startedAt', 'endedAt'])
    .where('experimentKey', '=', key)
    .orderBy('iteration', 'desc')
    .execute();
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}
