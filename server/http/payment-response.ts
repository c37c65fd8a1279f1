import type { FastifyReply } from 'fastify';
import type { ProblemCode } from '#contract/error-codes.ts';
import { type DeclineProblem, refusedDecline } from '../checkout/decline-texts.ts';
import type { Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import type { Refusal } from '../refusal.ts';

type Result = { outcome: 'PAID' | 'CONFIRMING' | 'DECLINED' | 'NONE' };
type Accepted<R extends Result> = Extract<R, { outcome: 'PAID' | 'CONFIRMING' }>;

/** The response to a submitted payment, whatever is bought: paid, being confirmed, or why nothing was charged. */
export async function toPaymentResponse<R extends Result, Code extends ProblemCode>(
  { language, reply }: { language: Language; reply: FastifyReply },
  {
    attempt,
    resultOf,
  }: { attempt: PaymentAttempt | Refusal<Code>; resultOf: (attempt: PaymentAttempt) => R | Promise<R> },
): Promise<Accepted<R> | Refusal<Code | DeclineProblem>> {
  if ('refused' in attempt) return attempt;
  const result = await resultOf(attempt);
  if (result.outcome === 'NONE') throw new Error('A started payment must have an outcome');
  if (result.outcome === 'DECLINED') return refusedDecline(attempt.outcome, language);
  if (result.outcome === 'CONFIRMING') reply.header('retry-after', '2');
  return result as Accepted<R>;
}
