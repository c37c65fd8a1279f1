import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { digitsOf } from '../fields/fields.ts';
import { normaliseUsername } from './username.ts';

/** Forms for recovering access. */
const code = (value: FieldErrorCode): FieldErrorCode => value;

export const usernameOrEmail = z
  .string(code('username_or_email'))
  .check(
    z.overwrite(normaliseUsername),
    z.minLength(1, code('username_or_email')),
    z.maxLength(254, code('too_long')),
    z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u, code('characters')),
  );

export const askPasswordBody = z.object({ usernameOrEmail });

export const verificationCode = z
  .string(code('recovery_code_length'))
  .check(z.overwrite(digitsOf), z.regex(/^\d{6}$/, code('recovery_code_length')));
