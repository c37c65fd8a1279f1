import type { Paid } from '#contract/api/payments.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import type { CallProblem, ConnectionCode } from '#web/api/problem.ts';

type Result<Data> = { ok: true; data: Data } | { ok: false; problem: CallProblem };
type PaidAnswer = { outcome: 'PAID' };
type Unsettled = { outcome: 'CONFIRMING' };
/** The response to a payment submission; `P` is the response of a paid order. */
export type PayResult<P extends PaidAnswer = Paid> = Result<P | Unsettled>;
/** The outcome of the latest submission. */
export type ReadResult<P extends PaidAnswer = Paid> = Result<
  P | Unsettled | { outcome: 'DECLINED'; code: string; text: string } | { outcome: 'NONE' }
>;

/**
 * The outcome of a payment submission or of reading it. `unknown`: no further payment until it is known. `none`: no
 * payment was started. `leave`: another screen takes over. No money moved, except with `paid`, `confirming` and
 * `unknown`.
 */
export type PayOutcome<P extends PaidAnswer = Paid> =
  | { kind: 'paid'; paid: P }
  | { kind: 'confirming' }
  | { kind: 'unknown' }
  | { kind: 'none' }
  | { kind: 'declined'; text: string }
  /** The issuer requires authentication: the same card, with a challenge, may pay. */
  | { kind: 'authenticate'; text: string }
  | { kind: 'requoted'; quote: Quote }
  | { kind: 'refused'; texts: string[]; methodNeeded: boolean }
  | { kind: 'leave'; problem: CallProblem };

type Kind = PayOutcome['kind'];

/** Problems after which the charge may have happened, or whose outcome is known. With any other no money moved. */
const kinds: Partial<Record<ProblemCode | ConnectionCode, Kind>> = {
  OFFLINE: 'unknown',
  UNREACHABLE: 'unknown',
  TIMED_OUT: 'unknown',
  ABORTED: 'unknown',
  UNEXPECTED: 'unknown',
  BUSY: 'unknown',
  ALREADY_PAID: 'unknown',
  IDEMPOTENCY_MISMATCH: 'unknown',
  PAYMENT_DECLINED: 'declined',
  AUTHENTICATION_REQUIRED: 'authenticate',
  PAYMENT_METHOD_REJECTED: 'declined',
  QUOTE_CHANGED: 'requoted',
  REGISTRATION_EXPIRED: 'leave',
  STEP_MISSING: 'leave',
  PACKAGE_NOT_OFFERED: 'leave',
  INVITE_TOKEN_INVALID: 'leave',
  FORBIDDEN: 'leave',
};

export function payOutcome<P extends PaidAnswer>(result: PayResult<P>): PayOutcome<P> {
  if (result.ok) return result.data.outcome === 'PAID' ? { kind: 'paid', paid: result.data } : { kind: 'confirming' };
  return problemOutcome(result.problem);
}

export function readOutcome<P extends PaidAnswer>(result: ReadResult<P>): PayOutcome<P> {
  if (!result.ok)
    return kinds[result.problem.code] === 'leave' ? { kind: 'leave', problem: result.problem } : { kind: 'unknown' };
  const { data } = result;
  if (data.outcome === 'PAID') return { kind: 'paid', paid: data };
  if (data.outcome === 'DECLINED')
    return { kind: data.code === 'authentication_required' ? 'authenticate' : 'declined', text: data.text };
  return { kind: data.outcome === 'NONE' ? 'none' : 'confirming' };
}

function problemOutcome(problem: CallProblem): Exclude<PayOutcome, { kind: 'paid' }> {
  const { code, message, validationErrors, quote } = problem;
  const texts = validationErrors.length > 0 ? validationErrors.map(({ text }) => text) : [message];
  if (validationErrors.some(({ field }) => field.endsWith('.duplicate'))) return { kind: 'leave', problem };
  const kind = kinds[code];
  if (kind === 'declined' || kind === 'authenticate') return { kind, text: texts[0] ?? message };
  if (kind === 'requoted' && quote) return { kind, quote };
  if (kind === 'leave') return { kind, problem };
  if (kind === 'unknown' || kind === 'confirming') return { kind };
  return { kind: 'refused', texts, methodNeeded: validationErrors.some(({ field }) => field.startsWith('payment.')) };
}

/** Whether the payment method was refused and must be entered again. */
export function needsMethod(outcome: PayOutcome<PaidAnswer>): boolean {
  return outcome.kind === 'declined' || (outcome.kind === 'refused' && outcome.methodNeeded);
}

/** Whether the outcome settles the submission, so that the next one gets a new key. */
export function isSettled({ kind }: { kind: Kind }): boolean {
  return kind !== 'unknown' && kind !== 'confirming' && kind !== 'none';
}

const pauses = [2, 3, 5, 8, 13, 20] as const;

/** Delay before reading the outcome for the nth time (from 0): exponential, then every half minute. */
export function pollDelayMs(poll: number): number {
  return (pauses[poll] ?? 30) * 1000;
}
