import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { hashSecret } from '../secret.ts';

/** What an app may be told, by the scopes that it asks for; it is told only what it is configured for. */
export const claimsOfScopes = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'locale'],
  email: ['email'],
  family: ['family', 'role'],
  plan: ['plan', 'entitlements', 'paid_until'],
} as const;
const scopes = [...(Object.keys(claimsOfScopes) as (keyof typeof claimsOfScopes)[]), 'offline_access'] as const;

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
    secret: z.string().min(32).max(200).optional(),
    secretSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    redirectUris: z.array(address).min(1),
    postLogoutRedirectUris: z.array(address).default([]),
    backchannelLogoutUri: address.optional(),
    scopes: z.array(z.enum(scopes)).default(['openid', 'profile', 'family', 'plan']),
  })
  .refine(({ secret, secretSha256 }) => secret === undefined || secretSha256 === undefined, 'secret or secretSha256')
  .transform(({ secret, secretSha256, ...rest }) => ({
    ...rest,
    secretSha256: secret === undefined ? (secretSha256 ?? null) : hashSecret(secret).toString('hex'),
  }));

/** An app of the company that signs people in here. `secretSha256`: null of one that can keep no secret. */
export type ClientApp = z.output<typeof client>;

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
