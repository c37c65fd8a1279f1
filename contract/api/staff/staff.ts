import * as z from 'zod/mini';
import { staffRoles } from '../../staff/staff.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';

/** The console of the company's employees, who sign in through its identity provider. */
const console = { tag: 'Staff', headers: publicHeaders } as const;

export const staffSession = z.object({
  name: z.string(),
  roles: z.array(z.enum(staffRoles)),
  /** When it ends if unused. */
  endsAt: z.iso.datetime(),
});
export type StaffSessionView = z.output<typeof staffSession>;

export const beginStaffSignIn = route({
  method: 'POST',
  path: '/v2/staff/sign-ins',
  ...console,
  summary: "Get the identity provider's address for signing in to the console",
  caller: 'anyone',
  limits: ['staff-sign-in'],
  answer: z.object({ address: z.url() }),
});

export const openStaffSession = route({
  method: 'POST',
  path: '/v2/staff/sessions',
  ...console,
  summary: "Sign in to the console with the identity provider's answer",
  caller: 'anyone',
  limits: ['staff-sign-in'],
  errors: ['SIGN_IN_FAILED'],
  /** The query with which it redirected the browser back. */
  body: z.object({ answer: z.string().check(z.maxLength(8_000)) }),
  answer: staffSession,
});

export const readStaffSession = route({
  method: 'GET',
  path: '/v2/staff/sessions/current',
  ...console,
  summary: "Get the console's current session",
  caller: 'staff',
  limits: ['read'],
  answer: staffSession,
});

export const endStaffSession = route({
  method: 'DELETE',
  path: '/v2/staff/sessions/current',
  ...console,
  summary: 'Sign out of the console',
  caller: 'staff',
  limits: ['read'],
  answer: z.object({ signedOut: z.literal(true) }),
});
