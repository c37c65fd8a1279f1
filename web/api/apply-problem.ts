import { unknownField, type ValidationError } from '#contract/error-codes.ts';
import type { CallProblem } from './problem.ts';

type ProblemForm = { applyServerErrors: (errors: readonly ValidationError[], options?: { prefix?: string }) => void };

/** Shows a refused call in its form: on the fields it names, otherwise its message at the top. */
export function applyProblem(form: ProblemForm, problem: CallProblem, options: { prefix?: string } = {}): void {
  const { validationErrors, message } = problem;
  form.applyServerErrors(validationErrors.length > 0 ? validationErrors : [{ field: unknownField, text: message }], options);
}
