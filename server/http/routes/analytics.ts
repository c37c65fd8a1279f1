import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AnalyticsEvent, batch, identify, page, track } from '#contract/api/analytics.ts';
import { storeEvents } from '../../analytics/analytics-repository.ts';
import type { Visit } from '../../analytics/visit.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { RecordExposures } from '../../experiments/record-exposures.ts';
import { bind } from '../bind.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  recordExposures: RecordExposures;
  visitOf: (request: FastifyRequest) => Visit;
};

export function analyticsRoutes(app: FastifyInstance, { db, clock, recordExposures, visitOf }: Dependencies): void {
  const store = async (events: readonly AnalyticsEvent[], request: FastifyRequest) => {
    const analyticsEvents = events.filter((event) => event.type !== 'exposure');
    await storeEvents(db, { events: analyticsEvents, visit: visitOf(request), at: clock.now() });
    for (const event of events)
      if (event.type === 'exposure')
        await recordExposures({ anonymousId: event.anonymousId, states: { [event.experiment]: event.state } });
    return { success: true } as const;
  };
  bind(app, track, ({ body, request }) => store([body], request));
  bind(app, page, ({ body, request }) => store([body], request));
  bind(app, identify, ({ body, request }) => store([body], request));
  bind(app, batch, ({ body, request }) => store(body.batch, request), {
    'report-events': { points: ({ body }) => body.batch.length },
  });
}
