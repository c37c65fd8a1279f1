import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { serviceScopes } from '#contract/api/callers.ts';
import { servedCountries } from '#contract/fields/countries.ts';
import { hashSecret } from '../secret.ts';
import type { Site } from '../sites.ts';

/** The claims that an app gets for each requested scope, limited to its configured scopes. */
export const claimsOfScopes = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'locale'],
  email: ['email', 'email_verified'],
  family: ['family', 'role'],
  plan: ['plan', 'entitlements', 'paid_until'],
} as const;
const personScopes = [...(Object.keys(claimsOfScopes) as (keyof typeof claimsOfScopes)[]), 'offline_access'] as const;
export const allScopes = [...personScopes, ...serviceScopes] as const;
type Scope = (typeof allScopes)[number];

const isOfService = (scope: Scope) => serviceScopes.some((one) => one === scope);
/** `isService`: it calls the API in its own name. `signsIn`: people sign in to it. */
export const isService = ({ scopes }: { scopes: readonly Scope[] }): boolean => scopes.some(isOfService);
const signsIn = ({ scopes }: { scopes: readonly Scope[] }) => !scopes.every(isOfService);

/** Two secrets are valid while one is being rotated. */
const oneOrTwo = (secret: z.ZodString) => z.union([secret, z.array(secret).min(1).max(2)]).optional();
const listed = (secrets: string | string[] | undefined) => [secrets ?? []].flat();

/** Plain http only for this machine. A fragment would be lost, and a wildcard names no single address. */
const address = z.url({ protocol: /^https?$/ }).refine((url) => {
  const { protocol, hostname, hash } = new URL(url);
  return hash === '' && !url.includes('*') && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}, 'https, or http on this machine; no fragment and no wildcard');

const client = z
  .strictObject({
    id: z.string().regex(/^[\w-]{1,60}$/),
    /** The app's readable name. */
    name: z.string().min(1).max(60),
    /** The app's start page, linked from receipts and the home page. */
    url: address.optional(),
    /** One of the two; neither for a public client, which cannot keep a secret. */
    secret: oneOrTwo(z.string().regex(/^[\x20-\x7e]{32,200}$/, '32 to 200 printable characters of ASCII')),
    secretSha256: oneOrTwo(z.string().regex(/^[0-9a-f]{64}$/)),
    redirectUris: z.array(address).default([]),
    postLogoutRedirectUris: z.array(address).default([]),
    backchannelLogoutUri: address.optional(),
    /** Countries of the sites it belongs to; without them it belongs to all. */
    sites: z.array(z.enum(servedCountries)).min(1).optional(),
    scopes: z.array(z.enum(allScopes)).min(1).default(['openid', 'profile', 'family', 'plan']),
  })
  .refine(({ secret, secretSha256 }) => secret === undefined || secretSha256 === undefined, 'secret or secretSha256')
  .refine((app) => signsIn(app) === app.redirectUris.length > 0, 'redirectUris if and only if people sign in to it')
  .refine((app) => !isService(app) || (app.secret ?? app.secretSha256) !== undefined, 'a service needs a secret')
  .transform(({ secret, secretSha256, ...rest }) => ({
    ...rest,
    secretHashes: [...listed(secretSha256), ...listed(secret).map((one) => hashSecret(one).toString('hex'))],
  }));

/**
 * An app of the company: people sign in to it through this site, or it calls the API in its own name, or both.
 * `secretHashes`: SHA-256 as hex; empty for a public client.
 */
export type ClientApp = z.output<typeof client>;

export const clientsAt = (clients: readonly ClientApp[], { country }: Site): ClientApp[] =>
  clients.filter(({ sites }) => sites?.includes(country) ?? true);

const list = z
  .array(client)
  .refine((apps) => new Set(apps.map(({ id }) => id)).size === apps.length, 'each client has an id of its own');

/** A list as JSON, or the path of a file that contains it. */
export const clientAppsVariable = z
  .string()
  .default('')
  .transform((text, context): ClientApp[] => {
    if (text === '') return [];
    try {
      const json: unknown = JSON.parse(text.trimStart().startsWith('[') ? text : readFileSync(text, 'utf8'));
      const apps = list.safeParse(json);
      if (apps.success) return apps.data;
      for (const { path, message } of apps.error.issues) context.addIssue(`${path.join('.')}: ${message}`);
    } catch {
      context.addIssue('neither a list in JSON nor the path of a file that holds one');
    }
    return z.NEVER;
  });
