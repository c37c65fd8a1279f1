import { unknownField } from '#contract/error-codes.ts';
import type { ValidationError } from '#contract/problem.ts';
import type { CallProblem } from './problem.ts';

type ProblemForm = { applyServerErrors: (errors: readonly ValidationError[], options?: { prefix?: string }) => void };

/**
 * Shows a rejected call in its form: on the fields it names, otherwise as a message at the top. An ended session shows
 * nothing here, because a dialog asks for the login.
 */
export function applyProblem(form: ProblemForm, problem: CallProblem, options: { prefix?: string } = {}): void {
  const { code, validationErrors, message } = problem;
  if (code === 'NOT_SIGNED_IN') return;
  form.applyServerErrors(
    validationErrors.length > 0 ? validationErrors : [{ field: unknownField, text: message }],
    options,
  );
}
