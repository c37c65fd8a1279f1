import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { hasUsernameLength, normaliseUsername, usernamePattern } from './username.ts';

/** Username and password (specification 5.7). */
const code = (value: FieldErrorCode): FieldErrorCode => value;

export const username = z.string(code('required')).check(
  z.overwrite(normaliseUsername),
  z.refine((value) => value.length > 0, { error: code('required'), abort: true }),
  z.regex(usernamePattern, { error: code('username_requirements'), abort: true }),
  z.refine(hasUsernameLength, code('username_length')),
);

export const password = z
  .string(code('password_rules'))
  .check(z.minLength(1, code('password_rules')), z.maxLength(200, code('password_rules')));
