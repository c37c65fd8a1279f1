import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { serviceScopes } from '#contract/api/callers.ts';
import { servedCountries } from '#contract/countries.ts';
import { hashSecret } from '../secret.ts';
import type { Site } from '../sites.ts';

/** What an app may learn, by requested scope; limited to its configured scopes. */
export const claimsOfScopes = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'locale'],
  email: ['email'],
  family: ['family', 'role'],
  plan: ['plan', 'entitlements', 'paid_until'],
} as const;
const personScopes = [...(Object.keys(claimsOfScopes) as (keyof typeof claimsOfScopes)[]), 'offline_access'] as const;
export const allScopes = [...personScopes, ...serviceScopes] as const;
type Scope = (typeof allScopes)[number];

const isOfService = (scope: Scope) => serviceScopes.some((one) => one === scope);
/** Whether it asks in its own name, and whether people sign in to it. */
export const isService = ({ scopes }: { scopes: readonly Scope[] }): boolean => scopes.some(isOfService);
const signsIn = ({ scopes }: { scopes: readonly Scope[] }) => !scopes.every(isOfService);

/** Two while one is being changed. */
const oneOrTwo = (secret: z.ZodString) => z.union([secret, z.array(secret).min(1).max(2)]).optional();
const listed = (secrets: string | string[] | undefined) => [secrets ?? []].flat();

/** Without TLS only this machine is reached. A fragment would be lost, and a wildcard is no address. */
const address = z.url({ protocol: /^https?$/ }).refine((url) => {
  const { protocol, hostname, hash } = new URL(url);
  return hash === '' && !url.includes('*') && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}, 'https, or http on this machine; no fragment and no wildcard');

const client = z
  .strictObject({
    id: z.string().regex(/^[\w-]{1,60}$/),
    /** What people read when they are asked about this app. */
    name: z.string().min(1).max(60),
    /** Where the app begins: receipts and the home page lead there. */
    url: address.optional(),
    /** One of both; neither for an app that can keep no secret. */
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
  .refine((app) => signsIn(app) === app.redirectUris.length > 0, 'redirectUris, where people sign in to it')
  .refine((app) => !isService(app) || (app.secret ?? app.secretSha256) !== undefined, 'a service needs a secret')
  .transform(({ secret, secretSha256, ...rest }) => ({
    ...rest,
    secretHashes: [...listed(secretSha256), ...listed(secret).map((one) => hashSecret(one).toString('hex'))],
  }));

/**
 * An app of the company: people sign in to it by this site, or it asks here in its own name, or both. `secretHashes`:
 * SHA-256 as hex; none of one that can keep no secret.
 */
export type ClientApp = z.output<typeof client>;

export const clientsAt = (clients: readonly ClientApp[], { country }: Site): ClientApp[] =>
  clients.filter(({ sites }) => sites?.includes(country) ?? true);

const list = z
  .array(client)
  .refine((apps) => new Set(apps.map(({ id }) => id)).size === apps.length, 'each client has an id of its own');

/** A list as JSON, or the path of a file that holds it. */
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
