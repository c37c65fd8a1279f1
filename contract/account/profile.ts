import * as z from 'zod/mini';
import { email, listKey, name, phoneCountryCode, phoneNumber, professionalName } from '../fields/fields.ts';
import type { UserRole } from '../sign-in/home-redirect.ts';

/** The parts of their own data that a user can change. */
const nameOf = { PARENT_A: name, PARENT_B: name, PROFESSIONAL: professionalName } as const;

/** A name follows the rule of the form that first accepted it: whatever was accepted there can be corrected here. */
export const ownNameOf = (role: UserRole) => z.object({ firstName: nameOf[role], lastName: nameOf[role] });

/** The same for a signed-in user whose role is not known yet: the widest rule. */
export const ownName = ownNameOf('PROFESSIONAL');

/** IANA name, of the country and region of the address. */
export const ownTimeZone = z.object({ timeZone: listKey });

/**
 * `oldMailboxShared`: somebody else reads the current mailbox. A text to the phone on file then proves ownership, and
 * the current mailbox gets no undo link.
 */
export const emailChange = z.object({ email, oldMailboxShared: z._default(z.boolean(), false) });

export const ownPhone = z.object({ phoneCountryCode, phoneNumber });
