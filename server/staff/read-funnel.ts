import { type ExpressionBuilder, sql } from 'kysely';
import type { AnswerOf, QueryOf } from '#contract/api/route.ts';
import type { readFunnel as route } from '#contract/api/staff/staff-funnel.ts';
import { funnels } from '#contract/sign-up/funnel.ts';
import type { Db } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';

type Filters = QueryOf<typeof route>;
type Counted = 'funnelCounts' | 'funnelRefusals';

const matches =
  ({ flow, from, until, variant = '', country, device, language }: Filters) =>
  (where: ExpressionBuilder<Database, Counted>) =>
    where.and([
      where.and({
        flow,
        variant,
        ...(country && { country }),
        ...(device && { device }),
        ...(language && { language }),
      }),
      where('day', '>=', from),
      where('day', '<=', until),
    ]);

const sum = (column: 'people' | 'stopped') => sql<number>`sum(${sql.ref(column)})::int`;

/** How far people came between two days, from daily counts. */
export async function readFunnel(db: Db, filters: Filters): Promise<AnswerOf<typeof route>> {
  const { flow, from, until } = filters;
  const [reached, refused, variants, latest] = await Promise.all([
    db
      .selectFrom('funnelCounts')
      .select(['furthest', sum('people').as('people')])
      .where(matches(filters))
      .groupBy('furthest')
      .execute(),
    db
      .selectFrom('funnelRefusals')
      .select(['position', 'code', sum('people').as('people'), sum('stopped').as('stopped')])
      .where(matches(filters))
      .groupBy(['position', 'code'])
      .orderBy('people', 'desc')
      .execute(),
    db
      .selectFrom('experimentIterations')
      .select(['experimentKey', 'iteration'])
      .where('startedAt', '<', sql<Date>`${until}::date + 1`)
      .where((where) => where.or([where('endedAt', 'is', null), where('endedAt', '>=', sql<Date>`${from}::date`)]))
      .orderBy('experimentKey')
      .orderBy('iteration')
      .execute(),
    db.selectFrom('funnelDays').select('countedAt').orderBy('countedAt', 'desc').limit(1).executeTakeFirst(),
  ]);
  const stoppedAt = new Map(reached.map(({ furthest, people }) => [furthest, people]));
  const { steps } = funnels[flow];
  return {
    steps: steps.map((step, position) => ({
      step,
      stopped: stoppedAt.get(position) ?? 0,
      reached: steps.slice(position).reduce((total, _, later) => total + (stoppedAt.get(position + later) ?? 0), 0),
      refusals: refused.filter((row) => row.position === position).map(({ position: _, ...row }) => row),
    })),
    variants: variants.flatMap(({ experimentKey, iteration }) =>
      ['control', 'treatment'].map((state) => ({
        value: `${experimentKey}#${iteration}:${state}`,
        label: `${experimentKey}, iteration ${iteration}, ${state}`,
      })),
    ),
    countedAt: latest?.countedAt.toISOString() ?? null,
  };
}
