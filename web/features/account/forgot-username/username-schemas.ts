import * as z from 'zod/mini';
import { verificationCode } from '#contract/recovery-forms.ts';

export const codeSchema = z.object({ verificationCode });
