import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FlowStep } from '#contract/api/route.ts';
import { paymentTypes } from '#contract/payment-types.ts';

/**
 * Labels contain only our own names: a route's pattern, a state, a kind. Never an id, a name, an address or user input.
 */
export type CallAnswered = { method: string; route: string; status: number; seconds: number };
const answers = ['paid', 'confirming', 'declined', 'refused', 'limited', 'busy', 'error'] as const;
export type PaymentSubmitted = { paymentType: string; answer: (typeof answers)[number] };
export type PaymentSettled = { purpose: string; outcome: string; paymentType: string };
export type JobEnded = { job: string; outcome: 'done' | 'failed'; seconds: number };

/** Counts events of a process, and renders the counters on request. */
export type Metrics = {
  callAnswered: (call: CallAnswered) => void;
  /** Rejected for overload, before any work was done for it. */
  callRejected: (rejected: { priority: string; payment: boolean }) => void;
  stepReached: (step: FlowStep) => void;
  paymentSubmitted: (payment: PaymentSubmitted) => void;
  paymentSettled: (payment: PaymentSettled) => void;
  /** A sale was charged to another merchant account or in another currency, and is taken back. */
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
  watch: (watched: { name: string; help: string; read: () => number }) => void;
  /**
   * Adds gauges whose rows are read at each scrape, as `name` or `name{label="…"}`. They are omitted if they cannot be
   * read.
   */
  watchRows: (watched: {
    names: Record<string, string>;
    label: string | null;
    read: () => Promise<MetricRow[]>;
  }) => void;
  /** In the text format of Prometheus. */
  render: () => Promise<{ contentType: string; text: string }>;
};

/** `label`: the label's value for this row; null for a metric without one. */
export type MetricRow = { name: string; label: string | null; value: number };

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const jobSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120];

/** Counters of one process. Call it once per process: a second call counts separately. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'evenkeel_http_request_duration_seconds',
    help: 'Time to answer a request, by the pattern of its route',
    labelNames: ['method', 'route', 'status'],
    buckets: callSeconds,
    registers,
  });
  const rejected = new Counter({
    name: 'evenkeel_calls_refused_total',
    help: 'Calls refused for overload, by their priority',
    labelNames: ['priority'],
    registers,
  });
  const steps = new Counter({
    name: 'evenkeel_sign_up_steps_total',
    help: 'Steps of sign-ups that were accepted',
    labelNames: ['flow', 'step'],
    registers,
  });
  const submitted = new Counter({
    name: 'evenkeel_payment_submissions_total',
    help: 'Payments submitted, by what the person was told',
    labelNames: ['payment_type', 'answer'],
    registers,
  });
  const payments = new Counter({
    name: 'evenkeel_payments_settled_total',
    help: 'Payments whose outcome is known and committed, whoever found it out',
    labelNames: ['purpose', 'outcome', 'payment_type'],
    registers,
  });
  const misplaced = new Counter({
    name: 'evenkeel_sales_misplaced_total',
    help: 'Sales found charged to another merchant account or in another currency, counted at each look-up',
    registers,
  });
  const withoutKey = new Counter({
    name: 'evenkeel_gateway_requests_without_key_total',
    help: 'Charges and refunds sent without an idempotency key, because the merchant account allows none',
    registers,
  });
  const returned = new Counter({
    name: 'evenkeel_mails_returned_total',
    help: 'Mails that came back, by what was reported of them',
    labelNames: ['report'],
    registers,
  });
  const withheld = new Counter({
    name: 'evenkeel_mails_withheld_total',
    help: 'Mails not sent because earlier ones to their address came back',
    labelNames: ['cause'],
    registers,
  });
  const canary = new Counter({
    name: 'evenkeel_canary_runs_total',
    help: 'What the canary tried each minute, by part and outcome',
    labelNames: ['part', 'outcome'],
    registers,
  });
  const jobs = new Histogram({
    name: 'evenkeel_job_duration_seconds',
    help: 'Time a job took, by how it ended',
    labelNames: ['job', 'outcome'],
    buckets: jobSeconds,
    registers,
  });
  const refreshes: (() => Promise<void>)[] = [];
  // A series that first appears with its first event shows no increase: alarms would miss an error after a start.
  for (const priority of ['low', 'normal', 'critical']) rejected.inc({ priority }, 0);
  for (const payment_type of [...paymentTypes, 'none'])
    for (const answer of answers) submitted.inc({ payment_type, answer }, 0);

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
    watch: ({ name, help, read }) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    watchRows: ({ names, label, read }) => {
      const gauges = new Map(
        Object.entries(names).map(([name, help]) => [
          name,
          new Gauge({ name, help, registers, labelNames: label ? [label] : [] }),
        ]),
      );
      refreshes.push(async () => {
        const rows = await read().catch(() => []);
        // Rows that are gone or cannot be read must show neither their last value nor a reassuring zero.
        for (const gauge of gauges.values()) forget(gauge, label);
        for (const row of rows)
          gauges.get(row.name)?.set(label && row.label !== null ? { [label]: row.label } : {}, row.value);
      });
    },
    render: async () => {
      await Promise.all(refreshes.map((refresh) => refresh()));
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function forget(gauge: Gauge, label: string | null): void {
  // Without a label, reset() would set the value to zero.
  if (label) gauge.reset();
  else gauge.remove();
}
