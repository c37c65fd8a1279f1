import type { Quote } from '#contract/api/prices.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import type { ValidationError } from '#contract/problem.ts';

/** Failures before a response of our server arrives. After any of them the outcome of the call is unknown. */
export const connectionCodes = ['OFFLINE', 'UNREACHABLE', 'TIMED_OUT', 'ABORTED'] as const;
export type ConnectionCode = (typeof connectionCodes)[number];

/** Why a call gave no data. `message` is for a person, in the page's language. */
export type CallProblem = {
  code: ProblemCode | ConnectionCode;
  /** HTTP status, or the application status the server named (111, 112); 0 when no response arrived. */
  status: number;
  message: string;
  validationErrors: readonly ValidationError[];
  requestId?: string;
  /** The current price; with QUOTE_CHANGED alone. */
  quote?: Quote;
  /** With SECOND_FACTOR_NEEDED at the login: the bearer token of the second step. */
  secondStepToken?: string;
};

export function isConnectionProblem({ code }: Pick<CallProblem, 'code'>): boolean {
  return connectionCodes.some((known) => known === code);
}
