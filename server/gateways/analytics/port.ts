export type ForwardedEvent = {
  messageId: string;
  type: 'track' | 'page' | 'identify';
  name: string | null;
  anonymousId: string;
  properties: Record<string, unknown>;
  timestamp: Date;
};

/**
 * Forwards events to an analytics service. `retry`: possibly none has arrived; the message ids let the service
 * recognise repeats. `refused`: something in these events will never be accepted.
 */
export type AnalyticsForwarder = {
  forward: (
    events: readonly ForwardedEvent[],
  ) => Promise<{ outcome: 'forwarded' } | { outcome: 'refused' } | { outcome: 'retry'; cause: string }>;
};
