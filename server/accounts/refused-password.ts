import { passwordIssue } from '#contract/credentials.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import { isCommonPassword } from './common-passwords.ts';

type Owner = { username: string; email: string; firstName: string; lastName: string };

/** Why somebody may not have this password, or null (specification 5.7, and against guessing). */
export function refusedPassword(password: string, { username, email, firstName, lastName }: Owner): Refusal | null {
  const issue = passwordIssue(password, { username, email, names: [firstName, lastName] });
  const code = issue ?? (isCommonPassword(password) ? 'password_common' : null);
  return code && refuseFields({ field: 'password', code });
}
