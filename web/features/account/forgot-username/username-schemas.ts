import * as z from 'zod/mini';
import { verificationCode } from '#contract/sign-in/recovery-forms.ts';

export const codeSchema = z.object({ verificationCode });
