import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';

const code = (value: FieldErrorCode): FieldErrorCode => value;

const filled = (missing: FieldErrorCode) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(200, code('too_long')));

export const typed = filled('required');

/** The requested page. Used only if it is a page of the home area. */
export const redirect = z.optional(z.string().check(z.maxLength(2000)));

/** The choice to be remembered; `on` as a form sends it. Left out, the session ends with the browser. */
export const remember = z.optional(z.literal([true, false, 'on']));

export const signInBody = z.object({
  username: filled('username_or_email'),
  password: typed,
  /** The pressed button and its meaning, as the form sends them. */
  submit: z.optional(z.string().check(z.maxLength(100))),
  eventId: z.optional(z.string().check(z.maxLength(100))),
  redirect,
  remember,
});
