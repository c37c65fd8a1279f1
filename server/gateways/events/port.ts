/**
 * `failure`: a short code for operators (`HTTP 500`, `TIMEOUT`), never the response body. `retryAfterMs`: how long the
 * receiver wants no calls. `isGone`: it responded with 410.
 */
export type Posted = { delivered: true } | { delivered: false; failure: string; retryAfterMs?: number; isGone?: true };

/** Posts one event. Every failure is a value. */
export type EventPoster = (event: {
  url: string;
  /** Each valid secret, base64 after `whsec_`. */
  secrets: readonly string[];
  id: string;
  at: Date;
  body: string;
}) => Promise<Posted>;
