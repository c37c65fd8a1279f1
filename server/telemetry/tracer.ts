/**
 * Our ids, names, states and numbers. Never a person, user input, an address with its query, a header or a statement's
 * values.
 */
export type Attributes = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  /** `client` spans are recorded only inside another span. */
  kind: 'server' | 'job' | 'client';
  attributes?: Attributes;
  /** Of another program, whose trace goes on here. */
  parent?: RemoteSpan | null;
};

export type RemoteSpan = { traceId: string; spanId: string; isSampled: boolean };

/** A span that is opened and closed in different places. */
export type OpenSpan = {
  traceId: string;
  /** Everything `work` calls, also asynchronously, belongs to this span. */
  run: (work: () => void) => void;
  end: (result: { attributes: Attributes; failed: boolean }) => void;
};

export type Tracer = {
  open: (start: SpanStart) => OpenSpan;
  /** Runs `work` in a span. An error is rethrown; the span records its type, never its message. */
  span: <T>(start: SpanStart, work: () => Promise<T>, resultAttributes?: (result: T) => Attributes) => Promise<T>;
  /** Sends the remaining spans. */
  close: () => Promise<void>;
};
