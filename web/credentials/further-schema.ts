import { verificationCode } from '#contract/sign-in/recovery-forms.ts';
import { securityCode } from '#contract/sign-in/security.ts';
import { typed } from '#contract/sign-in/sign-in-form.ts';
import type { Way } from './further.ts';

const shapes = {
  PHONE: { code: verificationCode },
  QUESTION: { securityAnswer: typed, securityCode },
  FACTOR: { factorCode: typed },
  PASSKEY: {},
};

/** The fields of the further proof that a mailed link needs; null: none, or the code is yet to be texted. */
export const furtherShape = (way: Way | null) => (way === null ? {} : shapes[way]);
