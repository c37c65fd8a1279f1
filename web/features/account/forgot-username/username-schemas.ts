import * as z from 'zod/mini';
import { ownPhone } from '#contract/profile.ts';
import { verificationCode } from '#contract/recovery-forms.ts';

export const phoneSchema = z.object({ phone: ownPhone });
export const codeSchema = z.object({ verificationCode });
