import * as z from 'zod/mini';
import type { FieldErrorCode } from './field-errors.ts';
import { email, listKey, name, phoneCountryCode, phoneNumber } from './fields.ts';

/** The parts of their own data that a user can change. */
const wrong: FieldErrorCode = 'recovery_code_length';

export const ownName = z.object({ firstName: name, lastName: name });

/** IANA name, of the country and region of the address. */
export const ownTimeZone = z.object({ timeZone: listKey });

/**
 * `oldMailboxShared`: somebody else reads the current mailbox. A text to the phone on file then proves ownership, and
 * the current mailbox gets no undo link.
 */
export const emailChange = z.object({ email, oldMailboxShared: z._default(z.boolean(), false) });

export const ownPhone = z.object({ phoneCountryCode, phoneNumber });

/** Six digits, as they came by text. */
export const textedCode = z.string(wrong).check(
  z.overwrite((value) => value.replaceAll(/[\s-]/g, '')),
  z.regex(/^\d{6}$/, wrong),
);
