import type { FastifyReply } from 'fastify';
import type { ProblemCode } from '#contract/error-codes.ts';
import { declineOf } from '../checkout/decline-texts.ts';
import type { Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { type Refusal, refuse } from '../refusal.ts';

type Result = { outcome: 'PAID' | 'CONFIRMING' | 'DECLINED' | 'NONE' };
type Settled<R extends Result> = Extract<R, { outcome: 'PAID' | 'CONFIRMING' }>;

/** What the press of Pay is answered with: the result, or why nothing was charged. */
export function paymentAnswer<R extends Result>({
  result,
  attempt,
  language,
  reply,
}: {
  result: R;
  attempt: PaymentAttempt;
  language: Language;
  reply: FastifyReply;
}): Settled<R> | Refusal {
  if (result.outcome === 'DECLINED' || result.outcome === 'NONE') {
    const told: { problem: ProblemCode; code: string; text: string } = declineOf(attempt.outcome, language);
    return refuse(told.problem, {
      extra: { message: told.text, validationErrors: [{ field: 'payment', text: told.text, code: told.code }] },
    });
  }
  if (result.outcome === 'CONFIRMING') reply.header('retry-after', '2');
  return result as Settled<R>;
}
