/**
 * Ids of ours, names, states and numbers. Never a person, what somebody typed, an address with its query, a header or a
 * statement's values.
 */
export type Attributes = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  /** `client` spans are parts of something else: without it they are not recorded. */
  kind: 'server' | 'job' | 'client';
  attributes?: Attributes;
};

/** Something whose beginning and end are seen at different places. */
export type OpenSpan = {
  traceId: string;
  /** What `work` calls, and whatever follows from it, belongs to this span. */
  run: (work: () => void) => void;
  end: (result: { attributes: Attributes; failed: boolean }) => void;
};

export type Tracer = {
  open: (start: SpanStart) => OpenSpan;
  /** A span around `work`. What it throws is passed on and marks the span with its kind, never with its text. */
  span: <T>(start: SpanStart, work: () => Promise<T>, resultAttributes?: (result: T) => Attributes) => Promise<T>;
  /** Sends what has not been sent. */
  close: () => Promise<void>;
};
