import * as z from 'zod';

const web = z.url({ protocol: /^https?$/ });

/** Environment variables of the staff console. */
export const staffVariables = {
  /** The company's identity provider for staff sign-in. All three or none; without them there is no console. */
  STAFF_ISSUER: web.optional(),
  STAFF_CLIENT_ID: z.string().optional(),
  STAFF_CLIENT_SECRET: z.string().optional(),
  /** The claim with the roles of the staff member who signs in. */
  STAFF_ROLES_CLAIM: z.string().default('roles'),
  /** Scope of the request to the identity provider: many return groups or roles only on request. */
  STAFF_SCOPE: z.string().default('openid profile email'),
  /**
   * Prompt of the sign-in: `login` authenticates each time; `select_account` is for providers that do not support it.
   */
  STAFF_PROMPT: z.enum(['login', 'select_account']).default('login'),
  /** A host that serves only the console. Without it, the console is served at PUBLIC_URL. */
  STAFF_URL: web.optional(),
};
const variables = z.object(staffVariables);
type StaffVariables = z.output<typeof variables>;

export const areTogether = ({ STAFF_ISSUER, STAFF_CLIENT_ID, STAFF_CLIENT_SECRET }: StaffVariables): boolean =>
  new Set([STAFF_ISSUER, STAFF_CLIENT_ID, STAFF_CLIENT_SECRET].map((part) => part === undefined)).size === 1;

export const areEncrypted = ({ STAFF_ISSUER, STAFF_URL }: StaffVariables): boolean =>
  [STAFF_ISSUER, STAFF_URL].every((address) => address?.startsWith('https:') ?? true);

/** The settings of the staff identity provider and the console's URL; null if there is no console. */
export function staffSettings(values: StaffVariables & { PUBLIC_URL: string }) {
  const { STAFF_ISSUER: issuer, STAFF_CLIENT_ID: clientId, STAFF_CLIENT_SECRET: clientSecret } = values;
  if (!issuer || !clientId || !clientSecret) return null;
  const url = values.STAFF_URL ?? values.PUBLIC_URL;
  const { STAFF_ROLES_CLAIM: rolesClaim, STAFF_SCOPE: scope, STAFF_PROMPT: prompt } = values;
  return { issuer, clientId, clientSecret, rolesClaim, scope, prompt, url };
}
