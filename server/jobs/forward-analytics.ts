import { markForwarded, waitingEvents } from '../analytics/analytics-repository.ts';
import type { AnalyticsForwarder, ForwardedEvent } from '../gateways/analytics/port.ts';
import type { Job } from './job.ts';

const batchSize = 200;
const batchesPerRun = 25;
/** More than a few mean that the events are not the cause. */
const mostRefusedPerBatch = 10;

/**
 * Forwards stored events, oldest first, if a forwarder is configured. Failed events wait for the next run; a rejected
 * one delays no others.
 */
export const forwardAnalytics: Job = {
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
      const refused: ForwardedEvent[] = [];
      const problem = await forwardApart(analyticsForwarder, events, refused);
      if (problem) return log.warn({ cause: problem, count: waiting.length }, 'analytics not forwarded');
      if (refused.length > 0) log.error({ ids: refused.map(({ messageId }) => messageId) }, 'analytics events refused');
      await markForwarded(db, { events: waiting, at: clock.now() });
    }
  },
};

/**
 * Forwards all except rejected events, found by bisection: one bad event rejects its whole batch. Returns why it
 * failed.
 */
async function forwardApart(
  forwarder: AnalyticsForwarder,
  events: readonly ForwardedEvent[],
  refused: ForwardedEvent[],
): Promise<string | null> {
  const result = await forwarder.forward(events);
  if (result.outcome === 'forwarded') return null;
  if (result.outcome === 'retry') return result.cause;
  const [only] = events;
  if (events.length === 1 && only) {
    refused.push(only);
    return refused.length > mostRefusedPerBatch ? 'all_refused' : null;
  }
  const half = Math.ceil(events.length / 2);
  return (
    (await forwardApart(forwarder, events.slice(0, half), refused)) ??
    (await forwardApart(forwarder, events.slice(half), refused))
  );
}
