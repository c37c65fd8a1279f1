import type { FastifyInstance } from 'fastify';
import { type AnalyticsEvent, batch, identify, page, track } from '#contract/api/analytics.ts';
import { storeEvents } from '../analytics/analytics-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { bind } from './bind.ts';

export function analyticsRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  const keep = async (events: readonly AnalyticsEvent[]) => {
    await storeEvents(db, { events, at: clock.now() });
    return { success: true } as const;
  };
  bind(app, track, ({ body }) => keep([body]));
  bind(app, page, ({ body }) => keep([body]));
  bind(app, identify, ({ body }) => keep([body]));
  bind(app, batch, ({ body }) => keep(body.batch));
}
