export type ForwardedEvent = {
  messageId: string;
  type: 'track' | 'page' | 'identify';
  name: string | null;
  anonymousId: string;
  properties: Record<string, unknown>;
  timestamp: Date;
};

/**
 * Passes events on to a measurement service. `retry`: none may have arrived; the message ids let the service recognise
 * repeats.
 */
export type AnalyticsForwarder = {
  forward: (
    events: readonly ForwardedEvent[],
  ) => Promise<{ outcome: 'forwarded' } | { outcome: 'retry'; cause: string }>;
};
