import { Analytics } from '@segment/analytics-node';
import type { AnalyticsForwarder, ForwardedEvent } from '../port.ts';

export type SegmentOptions = {
  writeKey: string;
  /** Another host with Segment's protocol. */
  host?: string | undefined;
  timeoutMs?: number;
};

type Delivered = (error?: unknown) => void;

function send(analytics: Analytics, { type, name, properties, ...event }: ForwardedEvent, delivered: Delivered): void {
  if (type === 'track') analytics.track({ ...event, event: name ?? 'Unnamed', properties }, delivered);
  else if (type === 'page') analytics.page({ ...event, properties, ...(name === null ? {} : { name }) }, delivered);
  else analytics.identify({ ...event, traits: properties }, delivered);
}

/** Refusals that no retry changes: an event that is malformed, or too large. */
const refusals = new Set([400, 413]);

/**
 * Records the last status. A busy service is reported to the library as a refusal: the library would wait for as long
 * as `Retry-After` says, past the end of the flush, and then report nothing at all (`publisher.js` of
 * @segment/analytics-node 3.1).
 */
function watchedFetch() {
  const seen: { status: number | null } = { status: null };
  const httpClient = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url, init);
    seen.status = answer.status;
    return answer.status === 429 ? new Response(null, { status: 400 }) : answer;
  };
  return { seen, httpClient };
}

/** Forwards to Segment. One client per call, so that a failure belongs to these events; each must be confirmed. */
export function segmentForwarder({ writeKey, host, timeoutMs = 10_000 }: SegmentOptions): AnalyticsForwarder {
  return {
    forward: async (events) => {
      const { seen, httpClient } = watchedFetch();
      let confirmed = 0;
      const analytics = new Analytics({
        writeKey,
        ...(host ? { host } : {}),
        maxRetries: 0,
        flushAt: events.length,
        httpRequestTimeout: timeoutMs,
        httpClient,
      });
      analytics.on('error', () => undefined);
      for (const event of events) send(analytics, event, (error) => (confirmed += error ? 0 : 1));
      await analytics.closeAndFlush({ timeout: timeoutMs + 1_000 });
      if (confirmed === events.length) return { outcome: 'forwarded' };
      if (seen.status !== null && refusals.has(seen.status)) return { outcome: 'refused' };
      return { outcome: 'retry', cause: seen.status === null ? 'no_answer' : `status_${seen.status}` };
    },
  };
}
