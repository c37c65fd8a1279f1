import * as z from 'zod/mini';
import type { FieldErrorCode } from './field-errors.ts';
import { characterCount, normaliseText } from './fields.ts';

/** Username and password (specification 5.7). */
const code = (value: FieldErrorCode): FieldErrorCode => value;

/** At signs are among the allowed characters of the message, but a username must not contain one: the stricter rule holds. */
const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9_,\-.']*$/;

/** A username as it is kept and looked for, however it was typed: phones write ’ where ' is meant. Case is not its matter. */
export const normaliseUsername = normaliseText;

export const username = z.string(code('required')).check(
  z.overwrite(normaliseUsername),
  z.refine((value) => value.length > 0, { error: code('required'), abort: true }),
  z.regex(usernamePattern, { error: code('username_requirements'), abort: true }),
  z.refine((value) => value.length >= 6 && value.length <= 30, code('username_length')),
);

export type PasswordContext = { username: string; email: string; names: readonly string[] };
export type PasswordRule = {
  key: 'length' | 'letter' | 'number' | 'special' | 'not_username' | 'not_email';
  met: (password: string, context: PasswordContext) => boolean;
};

const same = (one: string, other: string) => one !== '' && one.toLowerCase() === other.trim().toLowerCase();

/** The checklist beside the password, in the order in which it is shown. */
export const passwordRules: readonly PasswordRule[] = [
  { key: 'length', met: (password) => characterCount(password) >= 12 && characterCount(password) <= 25 },
  { key: 'letter', met: (password) => /\p{L}/u.test(password) },
  { key: 'number', met: (password) => /\d/.test(password) },
  { key: 'special', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
  { key: 'not_username', met: (password, { username: name }) => password !== '' && !same(password, name) },
  { key: 'not_email', met: (password, { email }) => password !== '' && !same(password, email) },
];

/** What is wrong with a password, or null. Length is counted in characters as people see them; nothing is trimmed. */
export function passwordIssue(password: string, context: PasswordContext): FieldErrorCode | null {
  const unmet = passwordRules.find((rule) => !rule.met(password, context));
  if (unmet) return unmet.key === 'not_username' || unmet.key === 'not_email' ? 'password_same_as_username' : 'password_rules';
  const lower = password.toLowerCase();
  const personal = context.names.some((name) => name.length >= 4 && lower.includes(name.toLowerCase()));
  return personal ? 'password_personal' : null;
}

export const password = z.string(code('required')).check(z.minLength(1, code('required')), z.maxLength(200, code('password_rules')));
