import * as z from 'zod/mini';
import { emailChange, ownName, ownPhone, ownTimeZone } from '../account/profile.ts';
import { day, listKey } from '../fields/fields.ts';
import { languages } from '../fields/languages.ts';
import { username } from '../sign-in/credentials.ts';
import { userRoles } from '../sign-in/home-redirect.ts';
import { verificationCode } from '../sign-in/recovery-forms.ts';
import { professionalSecurity } from '../sign-in/security.ts';
import { address } from '../sign-up/your-details.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';
import { storedAddress, storedPhone } from './stored-texts.ts';

/** The signed-in user's own data, parent or professional, and changes to its parts. */
const own = { tag: 'Profile', headers: publicHeaders, caller: 'signed-in' } as const;
const change = { ...own, limits: ['change-account'] } as const;

export const profileView = z.object({
  role: z.enum(userRoles),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailProven: z.boolean(),
  /** A new address whose link has not been opened yet. Null: none. */
  pendingEmail: z.nullable(z.string()),
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
  /** A new number whose code has not been entered yet. */
  pendingPhone: z.nullable(storedPhone),
  address: z.nullable(storedAddress),
  timeZone: z.nullable(z.string()),
  /** `Central Time (Chicago)`. */
  timeZoneName: z.nullable(z.string()),
  countryName: z.nullable(z.string()),
  username: z.string(),
  language: z.enum(languages),
  securityQuestion: z.nullable(z.string()),
});
export type ProfileView = z.output<typeof profileView>;

export const readProfile = route({
  method: 'GET',
  path: '/v2/account/profile',
  ...own,
  summary: 'Get own name, contact, address and language',
  limits: ['read'],
  answer: profileView,
});

export const changeName = route({
  method: 'PUT',
  path: '/v2/account/profile/name',
  ...change,
  summary: 'Change the name',
  fresh: true,
  body: ownName,
  answer: profileView,
});

export const changeTimeZone = route({
  method: 'PUT',
  path: '/v2/account/profile/time-zone',
  ...change,
  summary: 'Change the time zone, within the country of the address',
  body: ownTimeZone,
  answer: profileView,
});

export const changeUsername = route({
  method: 'PUT',
  path: '/v2/account/profile/username',
  ...change,
  summary: 'Change the username',
  fresh: true,
  body: z.object({ username }),
  answer: profileView,
});

export const changeSecurity = route({
  method: 'PUT',
  path: '/v2/account/profile/security',
  ...change,
  summary: 'Change security question, answer and code',
  fresh: true,
  body: z.object({ security: professionalSecurity }),
  answer: profileView,
});

/** The same response whether or not the address has an account: that is revealed to its mailbox only. */
export const askEmailChange = route({
  method: 'POST',
  path: '/v2/account/profile/email',
  ...own,
  summary: 'Request a change of e-mail: nothing changes until the link mailed to the new address is used',
  limits: ['change-email'],
  fresh: true,
  body: emailChange,
  answer: profileView,
});

/** A link and a code to the account's address, if it is unproved. */
export const askEmailProof = route({
  method: 'POST',
  path: '/v2/account/profile/email/proofs',
  ...own,
  summary: 'Mail a link and a code that prove the own e-mail',
  limits: ['change-email'],
  errors: ['CONFLICT'],
  answer: z.object({ outcome: z.literal('SENT') }),
});

export const proveOwnEmail = route({
  method: 'POST',
  path: '/v2/account/profile/email/proofs/check',
  ...own,
  summary: 'Prove the own e-mail with the mailed code',
  limits: ['check-code'],
  body: z.object({ code: verificationCode }),
  answer: z.object({ outcome: z.literal('PROVED') }),
});

export const withdrawEmailChange = route({
  method: 'DELETE',
  path: '/v2/account/profile/email',
  ...change,
  summary: 'Cancel the e-mail change',
  answer: profileView,
});

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/));

export const confirmEmailChange = route({
  method: 'POST',
  path: '/v2/account/profile/email/confirmation',
  ...own,
  summary: 'Confirm the new e-mail with the mailed link; every other session ends',
  limits: ['use-token'],
  errors: ['TOKEN_INVALID'],
  /** `code`: by text, if the change was requested with `oldMailboxShared`. */
  body: z.object({ token, code: z.optional(verificationCode) }),
  answer: z.object({ outcome: z.enum(['CHANGED', 'CONFIRMED', 'CODE_NEEDED']) }),
});

export const askPhoneChange = route({
  method: 'POST',
  path: '/v2/account/profile/phone',
  ...own,
  summary: 'Request a change of phone: a code is texted to the new one; a site without texts changes it at once',
  limits: ['ask-code'],
  fresh: true,
  body: ownPhone,
  answer: profileView,
});

export const withdrawPhoneChange = route({
  method: 'DELETE',
  path: '/v2/account/profile/phone',
  ...change,
  summary: 'Cancel the phone change',
  answer: profileView,
});

export const confirmPhoneChange = route({
  method: 'POST',
  path: '/v2/account/profile/phone/confirmation',
  ...own,
  summary: 'Confirm the new phone with the texted code',
  limits: ['check-code'],
  errors: ['TOKEN_INVALID'],
  body: z.object({ code: verificationCode }),
  answer: profileView,
});

const ownAddress = z.object({ address, timeZone: listKey });
/** What the user's next renewal would be charged; null if nothing is. */
const renewalTax = z.nullable(
  z.object({ total: z.int(), totalFormatted: z.string(), tax: z.int(), taxFormatted: z.string(), on: day }),
);

/** Null: one's own. Otherwise the first name of the co-parent it is paid for. */
const renewalHeldBy = z.nullable(z.string());

export const previewAddress = route({
  method: 'POST',
  path: '/v2/account/profile/address/preview',
  ...own,
  summary: 'Price the next renewal at another address, with tax; nothing is stored',
  limits: ['change-account'],
  errors: ['COUNTRY_MISMATCH'],
  body: ownAddress,
  answer: z.object({ renewals: z.array(z.object({ heldBy: renewalHeldBy, before: renewalTax, after: renewalTax })) }),
});

export const changeAddress = route({
  method: 'PUT',
  path: '/v2/account/profile/address',
  ...change,
  summary: 'Change address and time zone, with the renewal prices shown for them',
  errors: ['CONFLICT', 'COUNTRY_MISMATCH'],
  /** `totals`: of the renewals, as the preview showed them; if they have changed nothing is saved. */
  body: z.extend(ownAddress, { totals: z.array(z.int()) }),
  answer: profileView,
});
