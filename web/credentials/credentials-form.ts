import * as z from 'zod/mini';
import { password, username } from '#contract/credentials.ts';
import { passwordIssue } from '#contract/password-rules.ts';
import { referral } from '#contract/referrals.ts';
import { security } from '#contract/security.ts';
import { m } from '#messages/messages.js';

/** Whose credentials are set; the password must not contain these values. */
export type CredentialsOwner = { firstName: string; lastName: string; email: string; invited: boolean };

const accountFields = z.object({ username, password });
const asInvited = z.object({ username, password, referral, security });

export type Credentials = z.output<typeof accountFields> &
  Partial<Pick<z.output<typeof asInvited>, 'referral' | 'security'>>;
export type CredentialsInput = {
  username: string;
  password: string;
  referral?: { selection: string; other: string };
  security?: { securityQuestion: string; securityAnswer: string; securityCode: string; confirmCode: string };
};

/** Username and password, for invited parents referral and security too (specification 5.4, 5.7). */
export function credentialsSchema({
  firstName,
  lastName,
  email,
  invited,
}: CredentialsOwner): z.ZodMiniType<Credentials, CredentialsInput> {
  const shape = (invited ? asInvited : accountFields) as unknown as z.ZodMiniType<Credentials, CredentialsInput>;
  return shape.check((context) => {
    const { password: typed, username: chosen } = context.value;
    const issue = typed === '' ? null : passwordIssue(typed, { username: chosen, email, names: [firstName, lastName] });
    if (issue) context.issues.push({ code: 'custom', message: issue, path: ['password'], input: typed });
  });
}

export function credentialsDefaults({ invited }: Pick<CredentialsOwner, 'invited'>): CredentialsInput {
  const empty = { username: '', password: '' };
  if (!invited) return empty;
  return {
    ...empty,
    referral: { selection: '', other: '' },
    security: { securityQuestion: '', securityAnswer: '', securityCode: '', confirmCode: '' },
  };
}

export const credentialsLabels = {
  username: () => m.ui_username(),
  password: () => m.ui_password(),
  'referral.selection': () => m.ui_referral(),
  'referral.other': () => m.your_details_referral_other(),
  'security.securityQuestion': () => m.ui_security_question(),
  'security.securityAnswer': () => m.ui_security_answer(),
  'security.securityCode': () => m.credentials_security_code(),
  'security.confirmCode': () => m.credentials_confirm_code(),
};
