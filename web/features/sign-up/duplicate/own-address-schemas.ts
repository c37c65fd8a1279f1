import * as z from 'zod/mini';
import { email } from '#contract/fields.ts';
import { verificationCode } from '#contract/recovery-forms.ts';

export const addressSchema = z.object({ email });
export const codeSchema = z.object({ code: verificationCode });
