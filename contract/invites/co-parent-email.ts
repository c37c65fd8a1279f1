import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { isEmail } from '../fields/fields.ts';
import { emailForm } from '../fields/typed-text.ts';

const code: FieldErrorCode = 'email_prompt';

/** The co-parent’s email, or a parent’s as a professional enters it; the prompt is the specification’s (5.6). */
export const coParentEmail = z.object({
  email: z.string(code).check(z.overwrite(emailForm), z.refine(isEmail, code)),
});
