import type { ProblemCode } from '#contract/error-codes.ts';
import { type FieldErrorCode, isFieldErrorCode } from '#contract/fields/field-errors.ts';

/**
 * Why a field of a request was refused: returned as a value, never thrown. `field` is a dotted path of the request's
 * body.
 */
export type FieldRefusal = { field: string; code: FieldErrorCode };

/** `Code`: the possible problem codes. A route must list all codes of its handler, or the server does not compile. */
export type Refusal<Code extends ProblemCode = ProblemCode> = {
  refused: Code;
  fields?: readonly FieldRefusal[];
  /** Application status in the body, where the specification names one (111, 112). */
  status?: number;
  /** Further members of the response body, such as the current quote. */
  extra?: Record<string, unknown>;
};

export function refuse<const Code extends ProblemCode>(
  refused: Code,
  details: Omit<Refusal, 'refused'> = {},
): Refusal<Code> {
  return { refused, ...details };
}

export function refuseFields(...fields: FieldRefusal[]): Refusal<'VALIDATION'> {
  return { refused: 'VALIDATION', fields };
}

/** The first issue that a schema reports for each field. */
export function issuesOf({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }): FieldRefusal[] {
  const first = new Map<string, FieldRefusal>();
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (!first.has(field)) first.set(field, { field, code: isFieldErrorCode(message) ? message : 'not_understood' });
  }
  return [...first.values()];
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
