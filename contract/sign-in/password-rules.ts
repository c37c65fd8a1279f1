import { isCommonPassword } from '../fields/common-passwords.ts';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { characterCount } from '../fields/typed-text.ts';

export type PasswordContext = { username: string; email: string; names: readonly string[] };
export type PasswordRule = {
  key: 'length' | 'letter' | 'number' | 'special' | 'not_username' | 'not_email' | 'not_name' | 'not_common';
  met: (password: string, context: PasswordContext) => boolean;
};

const same = (one: string, other: string) => one !== '' && one.toLowerCase() === other.trim().toLowerCase();

/** Names of three letters occur in too many words. */
const contains = (password: string, name: string) =>
  name.length >= 4 && password.toLowerCase().includes(name.toLowerCase());

/** The checklist beside the password, in the order in which it is shown. */
export const passwordRules: readonly PasswordRule[] = [
  { key: 'length', met: (password) => characterCount(password) >= 12 && characterCount(password) <= 25 },
  { key: 'letter', met: (password) => /\p{L}/u.test(password) },
  { key: 'number', met: (password) => /\d/.test(password) },
  { key: 'special', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
  { key: 'not_username', met: (password, { username: name }) => password !== '' && !same(password, name) },
  { key: 'not_email', met: (password, { email }) => password !== '' && !same(password, email) },
  { key: 'not_name', met: (password, { names }) => password !== '' && !names.some((name) => contains(password, name)) },
  { key: 'not_common', met: (password) => password !== '' && !isCommonPassword(password) },
];

/** The errors of a password for rules that are not only explained by the list beside it. */
const issues: Partial<Record<PasswordRule['key'], FieldErrorCode>> = {
  not_username: 'password_same_as_username',
  not_email: 'password_same_as_username',
  not_name: 'password_personal',
  not_common: 'password_common',
};

/** What is wrong with a password, or null. Length is counted in visible characters; nothing is trimmed. */
export function passwordIssue(password: string, context: PasswordContext): FieldErrorCode | null {
  const unmet = passwordRules.find((rule) => !rule.met(password, context));
  return unmet ? (issues[unmet.key] ?? 'password_rules') : null;
}
