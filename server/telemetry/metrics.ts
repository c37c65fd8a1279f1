import { collectDefaultMetrics, Registry } from 'prom-client';
import type { FlowStep } from '#contract/api/route.ts';
import { createCounters, startAtZero, type submissionAnswers } from './counters.ts';
import { createGauges, type Watched, type WatchedRows } from './gauges.ts';

/**
 * Labels contain only our own terms: a route's pattern, a state, a kind. Never an id, a name, an address or user input.
 */
export type CallAnswered = { method: string; route: string; status: number; seconds: number };
export type PaymentSubmitted = { paymentType: string; answer: (typeof submissionAnswers)[number] };
export type PaymentSettled = { purpose: string; outcome: string; paymentType: string };
export type JobEnded = { job: string; outcome: 'done' | 'failed'; seconds: number };

/** Counts events of a process, and renders the counters on request. */
export type Metrics = {
  callAnswered: (call: CallAnswered) => void;
  /** Rejected because of overload, before any work was done. */
  callRejected: (rejected: { priority: string; payment: boolean }) => void;
  stepReached: (step: FlowStep) => void;
  paymentSubmitted: (payment: PaymentSubmitted) => void;
  paymentSettled: (payment: PaymentSettled) => void;
  /** A sale was charged to another merchant account or in another currency, and is being reversed. */
  saleMisplaced: () => void;
  sentWithoutKey: () => void;
  jobEnded: (job: JobEnded) => void;
  /** A mail server or a provider reported a mail's outcome. */
  mailReported: (reported: { report: string }) => void;
  /** A mail was not sent, because earlier ones to its address bounced. */
  mailWithheld: (withheld: { cause: string }) => void;
  /** Shows the canary's counters from now on, starting at zero. */
  canaryOn: (parts: readonly string[]) => void;
  canaryRan: (ran: { part: string; outcome: 'passed' | 'failed' }) => void;
  /** Adds a gauge that is read at each scrape. */
  watch: (watched: Watched) => void;
  /**
   * Adds gauges whose rows are read at each scrape, as `name` or `name{label="…"}`. They are omitted if they cannot be
   * read.
   */
  watchRows: (watched: WatchedRows) => void;
  /** In the text format of Prometheus. */
  render: () => Promise<{ contentType: string; text: string }>;
};

/** Counters of one process. Call it once per process: a second call counts separately. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = createCounters(registry);
  startAtZero(counters);
  const { refresh, ...gauges } = createGauges(registry);
  const { calls, jobs, rejected, steps, submitted, payments, misplaced, withoutKey, returned, withheld, canary } =
    counters;
  return {
    callAnswered: ({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds),
    callRejected: ({ priority, payment }) => {
      rejected.inc({ priority });
      if (payment) submitted.inc({ payment_type: 'none', answer: 'busy' });
    },
    stepReached: (step) => steps.inc(step),
    paymentSubmitted: ({ paymentType, answer }) => submitted.inc({ payment_type: paymentType, answer }),
    paymentSettled: ({ purpose, outcome, paymentType }) =>
      payments.inc({ purpose, outcome, payment_type: paymentType }),
    saleMisplaced: () => misplaced.inc(),
    sentWithoutKey: () => withoutKey.inc(),
    mailReported: (reported) => returned.inc(reported),
    mailWithheld: (cause) => withheld.inc(cause),
    canaryOn: (parts) => {
      for (const part of parts) for (const outcome of ['passed', 'failed']) canary.inc({ part, outcome }, 0);
    },
    canaryRan: (ran) => canary.inc(ran),
    jobEnded: ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds),
    ...gauges,
    render: async () => {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
