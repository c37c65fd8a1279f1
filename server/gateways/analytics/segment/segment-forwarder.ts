import { Analytics } from '@segment/analytics-node';
import type { AnalyticsForwarder, ForwardedEvent } from '../port.ts';

export type SegmentOptions = {
  writeKey: string;
  /** Another host with Segment's protocol. */
  host?: string | undefined;
  timeoutMs?: number;
};

function send(analytics: Analytics, { type, name, properties, ...event }: ForwardedEvent): void {
  if (type === 'track') analytics.track({ ...event, event: name ?? 'Unnamed', properties });
  else if (type === 'page') analytics.page({ ...event, properties, ...(name === null ? {} : { name }) });
  else analytics.identify({ ...event, traits: properties });
}

/** Forwards to Segment. One client a call, so that a failure belongs to exactly these events. */
export function segmentForwarder({ writeKey, host, timeoutMs = 10_000 }: SegmentOptions): AnalyticsForwarder {
  return {
    forward: async (events) => {
      const problems: string[] = [];
      const analytics = new Analytics({
        writeKey,
        ...(host ? { host } : {}),
        maxRetries: 0,
        flushAt: events.length,
        httpRequestTimeout: timeoutMs,
      });
      analytics.on('error', ({ code }) => problems.push(code));
      for (const event of events) send(analytics, event);
      await analytics.closeAndFlush({ timeout: timeoutMs + 1_000 });
      const [cause] = problems;
      return cause === undefined ? { outcome: 'forwarded' } : { outcome: 'retry', cause };
    },
  };
}
