import type { ExperimentRow, ExperimentView } from '#contract/api/staff/staff-experiments.ts';
import { type ExperimentKey, experimentKeys, experiments, isSwitch } from '#contract/sign-up/experiments.ts';
import type { StaffRole } from '#contract/staff/staff.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { countPayers, countShown } from './experiment-counts.ts';
import { experimentResults } from './experiment-results.ts';
import { offersForSubject } from './offered-actions.ts';

const stored = (db: Db) =>
  db.selectFrom('experiments').select(['key', 'state', 'share', 'iteration', 'changedAt']).orderBy('key');

/** Every experiment that the code defines, without the switches. */
export async function listExperiments(db: Db): Promise<{ experiments: ExperimentRow[] }> {
  const rows = new Map((await stored(db).execute()).map((row) => [row.key, row]));
  return {
    experiments: experimentKeys.flatMap((key) => {
      const row = rows.get(key);
      return row && !isSwitch(key) ? [rowOf(key, row)] : [];
    }),
  };
}

type Stored = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number];

function rowOf(key: ExperimentKey, { changedAt, ...row }: Stored): ExperimentRow {
  const { epicKey, describes, audience } = experiments[key];
  return { ...row, key, epicKey, describes, audience, changedAt: changedAt.toISOString() };
}

const experimentActions = ['START_EXPERIMENT', 'STOP_EXPERIMENT', 'SPLIT_EXPERIMENT'] as const;

/** An experiment's state, with the results of one of its iterations, by default the latest. */
export async function viewExperiment(
  { db, clock }: { db: Db; clock: Clock },
  { key, iteration, roles }: { key: ExperimentKey; iteration?: number | undefined; roles: readonly StaffRole[] },
): Promise<ExperimentView | Refusal<'NOT_FOUND'>> {
  const row = isSwitch(key) ? undefined : await stored(db).where('key', '=', key).executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const iterations = await iterationsOf(db, key);
  const asked = iteration === undefined ? iterations[0] : iterations.find((one) => one.iteration === iteration);
  if (iteration !== undefined && !asked) return refuse('NOT_FOUND');
  const at = clock.now();
  const actions = await offersForSubject(db, { roles, names: experimentActions, subject: key, at });
  const view = { ...rowOf(key, row), iterations, actions };
  if (!asked) return { ...view, results: null };
  const run = { key, iteration: asked.iteration };
  const [shown, payers] = await Promise.all([countShown(db, run), countPayers(db, run)]);
  return {
    ...view,
    results: { ...asked, ...experimentResults({ shown, payers, share: asked.share, at }) },
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
