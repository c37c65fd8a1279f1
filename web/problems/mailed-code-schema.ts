import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/fields/field-errors.ts';

const required: FieldErrorCode = 'required';

export const mailedCodeSchema = z.object({ code: z.string().check(z.trim(), z.minLength(1, required)) });
