import * as z from 'zod/mini';
import { password } from '#contract/sign-in/credentials.ts';
import { type PasswordContext, passwordIssue } from '#contract/sign-in/password-rules.ts';

/** A new password by every rule of the server, including the personal data it must not contain. */
function newPassword(context: PasswordContext) {
  return password.check((payload) => {
    const issue = passwordIssue(payload.value, context);
    if (issue !== null) payload.issues.push({ code: 'custom', input: payload.value, message: issue, path: [] });
  });
}

export const newPasswordSchema = (context: PasswordContext) => z.object({ password: newPassword(context) });

export const changedPasswordSchema = (context: PasswordContext) =>
  z.object({ currentPassword: password, password: newPassword(context) });
