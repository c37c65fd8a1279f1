/**
 * `failure`: a word for operators, such as `HTTP 500` or `TIMEOUT`; never what was answered. `retryAfterMs`: for so
 * long the receiver wants no call. `isGone`: it wants none any more.
 */
export type Posted = { delivered: true } | { delivered: false; failure: string; retryAfterMs?: number; isGone?: true };

/** Posts one event. Every failure is an answer. */
export type EventPoster = (event: {
  url: string;
  /** Each valid secret, base64 after `whsec_`. */
  secrets: readonly string[];
  id: string;
  at: Date;
  body: string;
}) => Promise<Posted>;
