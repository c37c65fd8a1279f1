import * as z from 'zod/mini';
import { verificationCode } from '../sign-in/recovery-forms.ts';
import { securityAnswer } from './second-factors.ts';

/**
 * What a mailed link that sets a password needs besides: a code to this phone, masked, the answer to this question, or
 * a second factor. None: none is possible. Null: nothing.
 */
export const furtherProof = z.optional(
  z.nullable(
    z.object({
      phone: z.nullable(z.string()),
      securityQuestion: z.nullable(z.string()),
      factor: z.optional(z.boolean()),
    }),
  ),
);

/** Where a code is needed and nothing is given, it is texted, and `code` is refused as required. */
export const givenProof = z.extend(securityAnswer, { code: z.optional(verificationCode) });
