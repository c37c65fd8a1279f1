import * as z from 'zod/mini';
import { password, passwordIssue } from '#contract/credentials.ts';

/**
 * A new password as far as the page can judge it. The server knows more (the person's names and address, common
 * passwords) and answers on the same field.
 */
export function newPassword(username: string) {
  return password.check((payload) => {
    const issue = passwordIssue(payload.value, { username, email: '', names: [] });
    if (issue !== null) payload.issues.push({ code: 'custom', input: payload.value, message: issue, path: [] });
  });
}

export const newPasswordForm = (username: string) => z.object({ password: newPassword(username) });
