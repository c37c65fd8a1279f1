import * as z from 'zod/mini';
import { password, username } from '#contract/sign-in/credentials.ts';
import { passwordIssue } from '#contract/sign-in/password-rules.ts';
import { security } from '#contract/sign-in/security.ts';
import { referral } from '#contract/sign-up/referrals.ts';
import type { CredentialsInput, CredentialsOwner } from './credentials-form.ts';
import type { Way } from './further.ts';
import { furtherShape } from './further-schema.ts';

const accountFields = z.object({ username, password });
const asInvited = z.object({ username, password, referral, security });

export type Credentials = z.output<typeof accountFields> &
  Partial<Pick<z.output<typeof asInvited>, 'referral' | 'security'>>;
/** Username and password, for invited parents referral and security too (specification 5.4, 5.7). */
export function credentialsSchema(
  { firstName, lastName, email, invited }: CredentialsOwner,
  way: Way | null = null,
): z.ZodMiniType<Credentials, CredentialsInput> {
  const fields = z.extend(invited ? asInvited : accountFields, furtherShape(way));
  const shape = fields as unknown as z.ZodMiniType<Credentials, CredentialsInput>;
  return shape.check((context) => {
    const { password: typed, username: chosen } = context.value;
    const issue = typed === '' ? null : passwordIssue(typed, { username: chosen, email, names: [firstName, lastName] });
    if (issue) context.issues.push({ code: 'custom', message: issue, path: ['password'], input: typed });
  });
}
