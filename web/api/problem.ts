import type { Quote } from '#contract/api/prices.ts';
import type { ProblemCode, ValidationError } from '#contract/error-codes.ts';

/**
 * What can happen before an answer of ours arrives. After any of them nobody knows whether the call was carried out.
 */
export const connectionCodes = ['OFFLINE', 'UNREACHABLE', 'TIMED_OUT', 'ABORTED'] as const;
export type ConnectionCode = (typeof connectionCodes)[number];

/** Why a call gave no data. `message` is for a person, in the page's language. */
export type CallProblem = {
  code: ProblemCode | ConnectionCode;
  /** HTTP status, or the application status the server named (111, 112); 0 when no answer came. */
  status: number;
  message: string;
  validationErrors: readonly ValidationError[];
  requestId?: string;
  /** The price that holds now: with QUOTE_CHANGED alone. */
  quote?: Quote;
  /** With SECOND_FACTOR_NEEDED at the login: the bearer of the step that is missing. */
  secondStepToken?: string;
};

export function isConnectionProblem({ code }: Pick<CallProblem, 'code'>): boolean {
  return connectionCodes.some((known) => known === code);
}
