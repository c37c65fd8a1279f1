import { markForwarded, waitingEvents } from '../analytics/analytics-repository.ts';
import type { Job } from './job.ts';

const batchSize = 200;
const batchesPerRun = 25;

/** Forwards stored events, oldest first, if a forwarder is configured. Events that fail wait for the next run. */
export const forwardAnalytics: Job<'forward-analytics'> = {
  run: async ({ db, clock, analyticsForwarder, log }) => {
    if (!analyticsForwarder) return;
    for (let round = 0; round < batchesPerRun; round++) {
      const waiting = await waitingEvents(db, batchSize);
      if (waiting.length === 0) return;
      const events = waiting.map(({ receivedAt, anonymousId, ...event }) => ({
        ...event,
        anonymousId: anonymousId ?? 'unknown',
        timestamp: receivedAt,
      }));
      const result = await analyticsForwarder.forward(events);
      if (result.outcome === 'retry')
        return log.warn({ cause: result.cause, count: waiting.length }, 'analytics not forwarded');
      await markForwarded(db, { events: waiting, at: clock.now() });
    }
  },
};
