import { expect, onTestFinished, test } from 'vitest';
import { type ExperimentStates, experiments } from '#contract/sign-up/experiments.ts';
import { createTestDatabase } from '../../tests/setup/database/database.ts';
import { systemClock } from '../clock.ts';
import { createDb, createPool } from '../db/pool.ts';
import { experimentProvider } from './experiment-provider.ts';
import { createExperiments, settingsReader } from './experiments.ts';
import { exposureRecorder } from './record-exposures.ts';

async function openExperiments() {
  const db = createDb(createPool({ connectionString: await createTestDatabase(), max: 2 }));
  onTestFinished(() => db.destroy());
  await db
    .updateTable('experiments')
    .set({ state: 'running', share: 100 })
    .where('key', '=', 'remove-co-parent-status')
    .execute();
  const readSettings = settingsReader(db, 0);
  const provider = experimentProvider(readSettings);
  return {
    db,
    experiments: await createExperiments({ provider, domain: crypto.randomUUID() }),
    record: exposureRecorder({ db, clock: systemClock, readSettings }),
  };
}

test('every experiment of the table is in the database and is evaluated through OpenFeature', async () => {
  const { db, experiments: evaluated } = await openExperiments();
  const stored = await db.selectFrom('experiments').select('key').execute();
  expect(stored.map(({ key }) => key).sort()).toEqual(Object.keys(experiments).sort());
  const states = await evaluated.statesFor({ anonymousId: 'visitor-1', country: 'US', invited: false });
  expect(states).toMatchObject({ 'remove-co-parent-status': 'treatment', venmo: 'treatment', 'uk-packages': 'off' });
});

test('4.4-11: an exposure is stored once per visitor and running experiment only', async () => {
  const { db, experiments: evaluated, record } = await openExperiments();
  const visitor = { anonymousId: 'visitor-1', country: 'US', invited: false };
  const states: ExperimentStates = await evaluated.statesFor(visitor);
  await Promise.all([record({ anonymousId: 'visitor-1', states }), record({ anonymousId: 'visitor-1', states })]);
  await record({ anonymousId: 'visitor-2', states });
  const rows = await db
    .selectFrom('experimentExposures')
    .select(['experimentKey', 'anonymousId', 'state'])
    .orderBy('anonymousId')
    .execute();
  expect(rows).toEqual([
    { experimentKey: 'remove-co-parent-status', anonymousId: 'visitor-1', state: 'treatment' },
    { experimentKey: 'remove-co-parent-status', anonymousId: 'visitor-2', state: 'treatment' },
  ]);
});

test('4.4-11: a restarted experiment or one with a new split records exposures anew', async () => {
  const { db, record } = await openExperiments();
  const set = (change: { state?: 'running' | 'off'; share?: number }) =>
    db.updateTable('experiments').set(change).where('key', '=', 'remove-co-parent-status').execute();
  // What the visitor's group is not shown is not stored.
  const show = async () => {
    for (const state of ['control', 'treatment'] as const)
      await record({ anonymousId: 'visitor-1', states: { 'remove-co-parent-status': state } });
  };
  const kept = async () => {
    await Promise.all(Array.from({ length: 5 }, show));
    return (await db.selectFrom('experimentExposures').select('iteration').orderBy('iteration').execute()).map(
      ({ iteration }) => iteration,
    );
  };
  const [first] = await kept();
  await set({ share: 100 });
  expect(await kept()).toEqual([first]);
  await set({ state: 'off' });
  expect(await kept()).toEqual([first]);
  await set({ state: 'running' });
  expect(await kept()).toEqual([first, Number(first) + 1]);
  await set({ share: 40 });
  expect(await kept()).toEqual([first, Number(first) + 1, Number(first) + 2]);
});

test('forced states override the table', async () => {
  const { experiments: evaluated } = await openExperiments();
  const states = await evaluated.statesFor(
    { anonymousId: 'visitor-1', country: 'US', invited: false },
    { venmo: 'control' },
  );
  expect(states.venmo).toBe('control');
});
