import * as z from 'zod/mini';
import { verificationCode } from '#contract/sign-in/recovery-forms.ts';

/** A form of the code that came by mail or text. */
export const codeSchema = z.object({ code: verificationCode });
