import * as z from 'zod/mini';
import { password } from '#contract/sign-in/credentials.ts';
import { type PasswordContext, passwordIssue } from '#contract/sign-in/password-rules.ts';
import type { FurtherValues, Way } from '#web/credentials/further.ts';
import { furtherShape } from '#web/credentials/further-schema.ts';

/** A new password by every rule of the server, including the personal data it must not contain. */
function newPassword(context: PasswordContext) {
  return password.check((payload) => {
    const issue = passwordIssue(payload.value, context);
    if (issue !== null) payload.issues.push({ code: 'custom', input: payload.value, message: issue, path: [] });
  });
}

export const changedPasswordSchema = (context: PasswordContext) =>
  z.object({ currentPassword: password, password: newPassword(context) });

/** With the further proof that a mailed link needs. */
export const resetPasswordSchema = (context: PasswordContext, way: Way | null) =>
  z.object({ password: newPassword(context), ...furtherShape(way) }) as z.ZodMiniType<Reset, Reset>;
type Reset = { password: string } & FurtherValues;
