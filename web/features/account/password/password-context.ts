import type { PasswordContext } from '#contract/sign-in/password-rules.ts';

type Owner = { username: string; email: string; firstName: string; lastName: string };

/** What this person's new password may not contain. */
export const passwordContext = ({ username, email, firstName, lastName }: Owner): PasswordContext => ({
  username,
  email,
  names: [firstName, lastName],
});
