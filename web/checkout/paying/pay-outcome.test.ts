import { describe, expect, it } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { isSettled, type PayOutcome, payOutcome, pollDelayMs, readOutcome } from './pay-outcome.ts';

const problem = (code: CallProblem['code'], more: Partial<CallProblem> = {}): { ok: false; problem: CallProblem } => ({
  ok: false,
  problem: { code, status: 400, message: 'said', validationErrors: [], ...more },
});
const declined = { validationErrors: [{ field: 'payment', text: 'Not enough money', code: 'insufficient_funds' }] };

const kinds: [CallProblem['code'], PayOutcome['kind'], Partial<CallProblem>?][] = [
  ['OFFLINE', 'unknown'],
  ['UNREACHABLE', 'unknown'],
  ['TIMED_OUT', 'unknown'],
  ['UNEXPECTED', 'unknown'],
  ['BUSY', 'unknown'],
  ['ALREADY_PAID', 'unknown'],
  ['IDEMPOTENCY_MISMATCH', 'unknown'],
  ['PAYMENT_DECLINED', 'declined', declined],
  ['PAYMENT_METHOD_REJECTED', 'declined', declined],
  ['AUTHENTICATION_REQUIRED', 'authenticate', declined],
  ['QUOTE_CHANGED', 'requoted', { quote: { finalPrice: 1 } as Quote }],
  ['REGISTRATION_EXPIRED', 'leave'],
  ['VALIDATION', 'leave', { validationErrors: [{ field: 'parent.duplicate', text: 'x' }] }],
  ['VALIDATION', 'refused', { validationErrors: [{ field: 'agreedToTerms', text: 'x' }] }],
  // About another payment: this one was not started.
  ['PAYMENT_IN_PROGRESS', 'refused'],
  ['PAYMENT_UNAVAILABLE', 'refused'],
  ['TOO_MANY_REQUESTS', 'refused'],
];

describe('the outcome of a payment submission', () => {
  it.each(kinds)('%s is %s', (code, kind, more) => {
    expect(payOutcome(problem(code, more)).kind).toBe(kind);
  });

  it('8-11: shows the server’s reason for a decline', () => {
    expect(payOutcome(problem('PAYMENT_DECLINED', declined))).toEqual({ kind: 'declined', text: 'Not enough money' });
  });

  it('returns to the payment view when the method is missing', () => {
    expect(
      payOutcome(problem('VALIDATION', { validationErrors: [{ field: 'payment.nonce', text: 'x' }] })),
    ).toMatchObject({
      methodNeeded: true,
    });
  });

  it('PAY1: keeps the key for whatever may still have charged, and for nothing else', () => {
    const settled = kinds.map(([code, , more]) => [code, isSettled(payOutcome(problem(code, more)))]);
    expect(settled.filter(([, isKnown]) => !isKnown).map(([code]) => code)).toEqual(
      kinds.slice(0, 7).map(([code]) => code),
    );
  });

  it('reads a later answer: nothing begun, still unknown, declined', () => {
    expect(readOutcome({ ok: true, data: { outcome: 'NONE' } })).toEqual({ kind: 'none' });
    expect(readOutcome(problem('OFFLINE'))).toEqual({ kind: 'unknown' });
    const said = (code: string) => readOutcome({ ok: true, data: { outcome: 'DECLINED', code, text: 'No' } });
    expect(said('card_declined')).toEqual({ kind: 'declined', text: 'No' });
    expect(said('authentication_required')).toEqual({ kind: 'authenticate', text: 'No' });
  });

  it('polls with growing delays, without end', () => {
    const pauses = Array.from({ length: 8 }, (_, round) => pollDelayMs(round));
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pollDelayMs(500)).toBe(30_000);
  });
});
