import * as z from 'zod/mini';
import { problemCodes } from './error-codes.ts';

export const validationError = z.object({
  /** Dotted path, `children.0.firstName`; `unknown` if no field is meant. */
  field: z.string(),
  text: z.string(),
  code: z.optional(z.string()),
});

export type ValidationError = z.infer<typeof validationError>;

/** The body of every response that is not 2xx. `message` is for a person, in the request's language. */
export const problem = z.object({
  code: z.enum(problemCodes),
  status: z.int(),
  message: z.string(),
  validationErrors: z.array(validationError),
  requestId: z.optional(z.string()),
});

export type Problem = z.infer<typeof problem>;
