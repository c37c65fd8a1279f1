import * as z from 'zod/mini';
import type { FieldErrorCode } from './field-errors.ts';
import { email, listKey, name, phoneCountryCode, phoneNumber } from './fields.ts';

/** What somebody changes of their own data, each part by itself. */
const wrong: FieldErrorCode = 'recovery_code_length';

export const ownName = z.object({ firstName: name, lastName: name });

/** IANA name, of the country and region of the address. */
export const ownTimeZone = z.object({ timeZone: listKey });

/**
 * `oldMailboxShared`: somebody else reads the present mailbox. Then a text to the phone on file proves whose the
 * account is, and the present mailbox is not offered to undo the change.
 */
export const emailChange = z.object({ email, oldMailboxShared: z._default(z.boolean(), false) });

export const ownPhone = z.object({ phoneCountryCode, phoneNumber });

/** Six digits, as they came by text. */
export const textedCode = z.string(wrong).check(
  z.overwrite((value) => value.replaceAll(/[\s-]/g, '')),
  z.regex(/^\d{6}$/, wrong),
);
