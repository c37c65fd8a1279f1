import * as z from 'zod/mini';
import { password } from '#contract/sign-in/credentials.ts';
import { type PasswordContext, passwordIssue } from '#contract/sign-in/password-rules.ts';
import { verificationCode } from '#contract/sign-in/recovery-forms.ts';
import { securityCode } from '#contract/sign-in/security.ts';
import { typed } from '#contract/sign-in/sign-in-form.ts';

/** A new password by every rule of the server, including the personal data it must not contain. */
function newPassword(context: PasswordContext) {
  return password.check((payload) => {
    const issue = passwordIssue(payload.value, context);
    if (issue !== null) payload.issues.push({ code: 'custom', input: payload.value, message: issue, path: [] });
  });
}

export const changedPasswordSchema = (context: PasswordContext) =>
  z.object({ currentPassword: password, password: newPassword(context) });

const furtherProofs = {
  PHONE: { code: verificationCode },
  QUESTION: { securityAnswer: typed, securityCode },
};

/** With the further proof that a mailed link needs; null: none, or the code is yet to be texted. */
export const resetPasswordSchema = (context: PasswordContext, way: 'PHONE' | 'QUESTION' | null) =>
  z.object({ password: newPassword(context), ...(way && furtherProofs[way]) }) as z.ZodMiniType<Reset, Reset>;
type Reset = { password: string; code?: string; securityAnswer?: string; securityCode?: string };
