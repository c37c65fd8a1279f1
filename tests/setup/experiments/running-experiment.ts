import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ExperimentKey } from '#contract/sign-up/experiments.ts';
import { groupOf } from '#server/experiments/evaluate-experiment.ts';
import { send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';

type Site = Pick<TestSite, 'dependencies' | 'app' | 'clock'>;

const settingOf = ({ dependencies: { db } }: Pick<TestSite, 'dependencies'>, key: ExperimentKey) =>
  db.selectFrom('experiments').select(['state', 'share', 'iteration']).where('key', '=', key).executeTakeFirstOrThrow();

/** Anonymous ids of visitors that are assigned to this group. */
export async function visitorsIn(
  site: Pick<TestSite, 'dependencies'>,
  { key, group, count }: { key: ExperimentKey; group: 'control' | 'treatment'; count: number },
): Promise<string[]> {
  const setting = await settingOf(site, key);
  const visitors: string[] = [];
  while (visitors.length < count) {
    const anonymousId = randomUUID();
    if (groupOf(key, { setting, anonymousId }) === group) visitors.push(anonymousId);
  }
  return visitors;
}

/** The exposure report of a visitor's page. */
export const reportShown = (
  { app }: Pick<Site, 'app'>,
  { key, state, anonymousId }: { key: ExperimentKey; state: string; anonymousId: string },
) =>
  send(app, {
    method: 'POST',
    path: '/v1/batch',
    body: { batch: [{ type: 'exposure', messageId: randomUUID(), anonymousId, experiment: key, state }] },
  });

/** The exposures of one day by group, and how many of them paid within the hour. */
export type PlantedDay = { at: Date } & Record<'control' | 'treatment', [people: number, paid: number]>;

/** Inserts the rows that the site would write for these visitors. */
export async function plantDay(
  site: Pick<TestSite, 'dependencies'>,
  key: ExperimentKey,
  { at, ...groups }: PlantedDay,
): Promise<void> {
  const { db } = site.dependencies;
  const { iteration } = await settingOf(site, key);
  for (const [state, [people, paid]] of Object.entries(groups)) {
    await sql`
      insert into experiment_exposures (experiment_key, iteration, anonymous_id, state, exposed_at)
      select ${key}, ${iteration}, gen_random_uuid()::text, ${state}, ${at}::timestamptz
      from generate_series(1, ${people}::int)`.execute(db);
    await sql`
      with attempts as (
        insert into payment_attempts (id, purpose, subject_id, state, idempotency_key, request_hash, amount_cents,
          purchase, created_at, settled_at)
        select gen_random_uuid(), 'SIGN_UP', gen_random_uuid(), 'APPROVED', gen_random_uuid()::text, '\\x00', 100,
          '{}', ${at}::timestamptz, ${at}::timestamptz + interval '1 hour' from generate_series(1, ${paid}::int)
        returning id)
      insert into attempt_exposures
      select id, ${key}, ${iteration}, ${state}, ${at}::timestamptz from attempts`.execute(db);
  }
}
