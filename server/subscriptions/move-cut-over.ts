import { type Kysely, sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { Database } from '../db/schema.ts';
import { dueDayOfRow } from './due-subscriptions.ts';

/** Numbers of imported plans that had another day: those that get the given day, and those that keep theirs. */
export type MovedPlans = { moved: number; kept: number };

type MoveParams = { renewsFrom: Day; at: Date; isDryRun: boolean };

/**
 * Sets the day from which each plan that the other system still renews will renew here, whether its row has changed or
 * not. A plan keeps its day once that day or the new one has come, because it may have been charged here. A dry run
 * only counts.
 */
export async function moveCutOver(db: Kysely<Database>, { renewsFrom, at, isDryRun }: MoveParams): Promise<MovedPlans> {
  const isAhead = sql<boolean>`least(renews_from, ${renewsFrom}::date) > ${dueDayOfRow(at)}`;
  const isOfPlan = sql<boolean>`subscriptions.id = subscription_id and renews_from <> ${renewsFrom}::date`;
  const { rows } = await sql<MovedPlans>`
    select count(*) filter (where ${isAhead})::int as moved, count(*) filter (where not ${isAhead})::int as kept
    from imported_terms join subscriptions on ${isOfPlan}`.execute(db);
  if (!isDryRun)
    await sql`
      update imported_terms set renews_from = ${renewsFrom}::date where subscription_id in (
        select subscription_id from imported_terms join subscriptions on ${isOfPlan}
        where ${isAhead} order by subscription_id for update of imported_terms)`.execute(db);
  return rows[0] ?? { moved: 0, kept: 0 };
}
