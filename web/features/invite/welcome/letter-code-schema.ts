import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/fields/field-errors.ts';

const required: FieldErrorCode = 'required';
const wrong: FieldErrorCode = 'invite_code';

export const letterCodeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, required), z.maxLength(300, wrong)),
});
