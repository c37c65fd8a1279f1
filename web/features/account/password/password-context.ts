import type { PasswordContext } from '#contract/sign-in/password-rules.ts';

type Owner = { username: string; email: string; firstName: string; lastName: string };

/** What a new password of this person may not be made of. */
export const passwordContext = ({ username, email, firstName, lastName }: Owner): PasswordContext => ({
  username,
  email,
  names: [firstName, lastName],
});
