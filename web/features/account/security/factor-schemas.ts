import * as z from 'zod/mini';
import { requiredText } from '#contract/fields/fields.ts';
import { typed } from '#contract/sign-in/sign-in-form.ts';

export const passkeyNameSchema = z.object({ name: requiredText({ min: 1, max: 60, error: 'too_long' }) });
export const totpCodeSchema = z.object({ code: typed });
