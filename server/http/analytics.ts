import type { FastifyInstance } from 'fastify';
import { type AnalyticsEvent, batch, identify, page, track } from '#contract/api/analytics.ts';
import { storeEvents } from '../analytics/analytics-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { RecordExposures } from '../experiments/record-exposures.ts';
import { bind } from './bind.ts';

type Dependencies = { db: Db; clock: Clock; recordExposures: RecordExposures };

export function analyticsRoutes(app: FastifyInstance, { db, clock, recordExposures }: Dependencies): void {
  const keep = async (events: readonly AnalyticsEvent[]) => {
    await storeEvents(db, { events: events.filter((event) => event.type !== 'exposure'), at: clock.now() });
    for (const event of events)
      if (event.type === 'exposure')
        await recordExposures({ anonymousId: event.anonymousId, states: { [event.experiment]: event.state } });
    return { success: true } as const;
  };
  bind(app, track, ({ body }) => keep([body]));
  bind(app, page, ({ body }) => keep([body]));
  bind(app, identify, ({ body }) => keep([body]));
  bind(app, batch, ({ body }) => keep(body.batch), {
    'report-events': { points: ({ body }) => body.batch.length },
  });
}
