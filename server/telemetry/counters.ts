import { Counter, Histogram, type Registry } from 'prom-client';
import { paymentTypes } from '#contract/sign-up/payment-types.ts';
import { purposes } from '../db/tables/column-types.ts';

/** The possible outcomes of a submitted payment. */
export const submissionAnswers = ['paid', 'confirming', 'declined', 'refused', 'limited', 'busy', 'error'] as const;

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const jobSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120];

/** The counters of a process, with names, help texts and labels. */
export function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `evenkeel_${name}_total`, help, labelNames, registers });
  return {
    calls: new Histogram({
      name: 'evenkeel_http_request_duration_seconds',
      help: 'Time to answer a request, by the pattern of its route',
      labelNames: ['method', 'route', 'status'],
      buckets: callSeconds,
      registers,
    }),
    jobs: new Histogram({
      name: 'evenkeel_job_duration_seconds',
      help: 'Duration of a job, by outcome',
      labelNames: ['job', 'outcome'],
      buckets: jobSeconds,
      registers,
    }),
    rejected: counter('calls_refused', 'Requests refused because of overload, by priority', ['priority']),
    steps: counter('sign_up_steps', 'Accepted steps of sign-ups', ['flow', 'step']),
    submitted: counter('payment_submissions', 'Submitted payments, by response', ['payment_type', 'answer']),
    payments: counter(
      'payments_settled',
      'Payments whose outcome is known and committed, whichever process settled them',
      ['purpose', 'outcome', 'payment_type'],
    ),
    misplaced: counter(
      'sales_misplaced',
      'Sales found charged to another merchant account or in another currency, counted at each look-up',
    ),
    withoutKey: counter(
      'gateway_requests_without_key',
      'Charges and refunds sent without an idempotency key, because the merchant account allows none',
    ),
    returned: counter('mails_returned', 'Bounces and complaints, by report', ['report']),
    withheld: counter('mails_withheld', 'Mails suppressed because earlier ones to the address bounced', ['cause']),
    canary: counter('canary_runs', 'Canary runs, by part and outcome', ['part', 'outcome']),
  };
}

/**
 * A series that first appears with its first event shows no increase: alarms would miss an error after a start, and the
 * first success.
 */
export function startAtZero({ rejected, submitted, payments }: ReturnType<typeof createCounters>): void {
  for (const priority of ['low', 'normal', 'critical']) rejected.inc({ priority }, 0);
  for (const payment_type of [...paymentTypes, 'none'])
    for (const answer of submissionAnswers) submitted.inc({ payment_type, answer }, 0);
  for (const purpose of purposes)
    for (const payment_type of paymentTypes) payments.inc({ purpose, outcome: 'approved', payment_type }, 0);
}
