import type { ProblemCode } from '../error-codes.ts';
import { type UserRole, userRoles } from '../sign-in/home-redirect.ts';
import { type StaffRole, staffRoles } from '../staff/staff.ts';

/** What a service's token may give access to. */
export const serviceScopes = ['entitlements'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

type CallerRule = {
  /** For the API document. */
  who: string;
  /** The required proof: a header, or a session cookie; null if none is required. */
  proof:
    | 'x-registration-key'
    | 'x-invite-token'
    | 'x-renewal-token'
    | 'authorization'
    | 'session'
    | 'staff-session'
    | 'service'
    | null;
  /** Roles whose sessions may call it. */
  roles?: readonly UserRole[];
  /** For staff: one of these roles is enough. */
  staffRoles?: readonly StaffRole[];
  /** For services: the scope that their token needs. */
  scope?: ServiceScope;
  /** Not the session of an account whose owner has yet to open a mail of ours. */
  confirmed?: true;
  /** The refusals for anybody else. */
  refusals: readonly ProblemCode[];
};

/** Who may call a route. Checked before body, query and parameters are parsed. */
export const callers = {
  anyone: { who: 'Anybody', proof: null, refusals: [] },
  registration: {
    who: 'Holder of the key of the sign-up named in the path, until it is paid',
    proof: 'x-registration-key',
    refusals: ['REGISTRATION_EXPIRED', 'ALREADY_PAID'],
  },
  'former-registration': {
    who: 'Holder of the key of the sign-up named in the path, also once it is paid',
    proof: 'x-registration-key',
    refusals: ['REGISTRATION_EXPIRED'],
  },
  invite: {
    who: 'Holder of a valid invite token',
    proof: 'x-invite-token',
    refusals: ['INVITE_TOKEN_INVALID'],
  },
  'former-invite': {
    who: 'Holder of an invite token, valid or not',
    proof: 'x-invite-token',
    refusals: ['INVITE_TOKEN_INVALID', 'INVITE_REQUEST_FAILED'],
  },
  credentials: {
    who: 'Holder of a valid credentials token',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'former-credentials': {
    who: 'Holder of a credentials token, valid or not',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'password-reset': {
    who: 'Holder of a mailed password reset token',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID', 'ACCOUNT_FROZEN'],
  },
  'ownership-claim': {
    who: 'The browser that began a claim of an account',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'ownership-link': {
    who: 'Holder of the link mailed to a replaced address',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'second-step': {
    who: 'Whoever gave the password of an account with a second factor',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'factor-reset-link': {
    who: 'Holder of the link that stops the removal of all second factors',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'stop-invites-link': {
    who: 'Holder of the link that stops invites to a mailbox',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'invoice-address-link': {
    who: 'Holder of the link mailed to a second address for invoices',
    proof: 'authorization',
    refusals: ['TOKEN_INVALID'],
  },
  'renewal-link': {
    who: 'Holder of the mailed link of the renewal named in the path',
    proof: 'x-renewal-token',
    refusals: ['TOKEN_INVALID'],
  },
  'signed-in': {
    who: 'Whoever is signed in',
    proof: 'session',
    roles: userRoles,
    refusals: ['NOT_SIGNED_IN', 'ACCOUNT_FROZEN'],
  },
  parent: {
    who: 'A parent who is signed in',
    proof: 'session',
    roles: ['PARENT_A', 'PARENT_B'],
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN', 'ACCOUNT_FROZEN'],
  },
  professional: {
    who: 'A professional who is signed in',
    proof: 'session',
    roles: ['PROFESSIONAL'],
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN', 'ACCOUNT_FROZEN', 'SECOND_FACTOR_REQUIRED'],
  },
  // A professional must have opened a mail of ours before they can have mails sent to others.
  'confirmed-professional': {
    who: 'A professional who is signed in and has opened the mail with the link to the credentials',
    proof: 'session',
    roles: ['PROFESSIONAL'],
    confirmed: true,
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN', 'ACCOUNT_FROZEN', 'SECOND_FACTOR_REQUIRED'],
  },
  service: {
    who: 'Another system of the company, by a token that it got for its client credentials',
    proof: 'service',
    scope: 'entitlements',
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  },
  staff: {
    who: 'A member of staff who is signed in to the console',
    proof: 'staff-session',
    staffRoles,
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  },
  'staff-people': {
    who: 'A member of staff whose role looks after people',
    proof: 'staff-session',
    staffRoles: ['SUPPORT', 'BILLING', 'ADMIN'],
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  },
  'staff-growth': {
    who: 'A member of staff whose role runs prices, codes and experiments',
    proof: 'staff-session',
    staffRoles: ['GROWTH', 'ADMIN'],
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  },
  'staff-admin': {
    who: 'A member of staff who answers for the console',
    proof: 'staff-session',
    staffRoles: ['ADMIN'],
    refusals: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  },
} as const satisfies Record<string, CallerRule>;

export type Caller = keyof typeof callers;
