import { expect, test } from 'vitest';
import { clientAppsVariable } from './client-apps.ts';

const secret = 's'.repeat(32);
const app = { id: 'calendar', name: 'Calendar', secret, redirectUris: ['https://calendar.example/signed-in'] };
const service = { id: 'support', name: 'Support', secret, scopes: ['entitlements'] };
const read = (...apps: object[]) => clientAppsVariable.safeParse(JSON.stringify(apps));

test('apps and services are parsed, keeping only hashes of secrets', () => {
  const both = { ...app, id: 'both', scopes: ['openid', 'entitlements'] };
  const onPhone = { ...app, id: 'phone', secret: undefined };
  const { data = [] } = read(app, { ...service, secret: [secret, `${secret}2`] }, both, onPhone);
  expect(data.map(({ id, secretHashes }) => [id, secretHashes.length])).toEqual([
    ['calendar', 1],
    ['support', 2],
    ['both', 1],
    ['phone', 0],
  ]);
  expect(JSON.stringify(data)).not.toContain(secret);
});

test.each([
  ['a redirect without https', { ...app, redirectUris: ['http://calendar.example/'] }],
  ['a redirect to any subdomain', { ...app, redirectUris: ['https://*.calendar.example/'] }],
  ['a redirect with a fragment', { ...app, redirectUris: ['https://calendar.example/#signed-in'] }],
  ['a redirect to a script', { ...app, redirectUris: ['javascript:alert(1)'] }],
  ['an app without a redirect', { ...app, redirectUris: [] }],
  ['a service with a redirect', { ...service, redirectUris: app.redirectUris }],
  ['a service without a secret', { ...service, secret: undefined }],
  ['a secret beside a hash', { ...app, secretSha256: 'a'.repeat(64) }],
  ['a short secret', { ...app, secret: secret.slice(1) }],
  // RFC 6749 (A.2) allows printable ASCII only: no app could send it.
  ['a secret with letters beyond ASCII', { ...app, secret: `${secret}ü` }],
  ['three secrets', { ...app, secret: [secret, secret, secret] }],
  ['an unknown scope', { ...app, scopes: ['openid', 'admin'] }],
  ['a misspelt member', { ...app, redirectUri: app.redirectUris }],
])('%s keeps the server from starting', (_what, wrong) => {
  expect(read(wrong).success).toBe(false);
});

test('a duplicate app id keeps the server from starting', () => {
  expect(read(app, { ...service, id: app.id }).success).toBe(false);
});
