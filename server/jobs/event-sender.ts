import { setTimeout as wait } from 'node:timers/promises';
import { type EventEndpoint, listEndpoints } from '../events/event-endpoints.ts';
import { type SendingDependencies, sendEvents } from '../events/send-events.ts';

const pauseMs = 1_000;

/**
 * Sends events until stopped, to each endpoint independently, so that a slow one delays no other. Events that were
 * being sent when a process died are sent again by another.
 */
export function startEventSender(dependencies: SendingDependencies): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const logFailure = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      dependencies.log.warn({ source: 'events', code: (error as NodeJS.ErrnoException).code }, 'sending events failed');
    }
  };
  const sendAll = async (endpoint: EventEndpoint) => {
    while (!stopping.signal.aborted && (await sendEvents(dependencies, endpoint)));
  };
  const startIdleEndpoints = async () => {
    for (const endpoint of await listEndpoints(dependencies.db))
      if (!running.has(endpoint.id)) {
        const sent = logFailure(() => sendAll(endpoint)).then(() => void running.delete(endpoint.id));
        running.set(endpoint.id, sent);
      }
  };
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      await logFailure(startIdleEndpoints);
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await polling;
      await Promise.all(running.values());
    },
  };
}
