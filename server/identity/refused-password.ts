import { passwordIssue } from '#contract/sign-in/password-rules.ts';
import { type Refusal, refuseFields } from '../refusal.ts';

type PasswordOwner = { username: string; email: string; firstName: string; lastName: string };

/**
 * Why this user may not have this password, or null (specification 5.7, and against guessing): every rule is in the
 * list beside the field.
 */
export function refusedPassword(
  password: string,
  { username, email, firstName, lastName }: PasswordOwner,
): Refusal<'VALIDATION'> | null {
  const code = passwordIssue(password, { username, email, names: [firstName, lastName] });
  return code && refuseFields({ field: 'password', code });
}
