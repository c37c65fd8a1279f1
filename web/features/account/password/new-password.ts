import * as z from 'zod/mini';
import { password } from '#contract/credentials.ts';
import { type PasswordContext, passwordIssue } from '#contract/password-rules.ts';

/** A new password by every rule of the server, including the personal data it must not contain. */
export function newPassword(context: PasswordContext) {
  return password.check((payload) => {
    const issue = passwordIssue(payload.value, context);
    if (issue !== null) payload.issues.push({ code: 'custom', input: payload.value, message: issue, path: [] });
  });
}

type Owner = { username: string; email: string; firstName: string; lastName: string };

export const passwordContext = ({ username, email, firstName, lastName }: Owner): PasswordContext => ({
  username,
  email,
  names: [firstName, lastName],
});

export const newPasswordForm = (context: PasswordContext) => z.object({ password: newPassword(context) });
