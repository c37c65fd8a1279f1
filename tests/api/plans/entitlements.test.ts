import { sql } from 'kysely';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { dueInstant } from '#server/subscriptions/calendar.ts';
import { callRefund, coParent, home, setRenewal } from '../../setup/account-calls.ts';
import { addPerson } from '../../setup/person.ts';
import { openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { calendar, discover, journal, refused, signInToCalendar } from '../../setup/providers/client-login.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
const support = { id: 'support', name: 'Support', secret: [first, second], scopes: ['entitlements'] };
const environment = { OIDC_CLIENTS: JSON.stringify([calendar, journal, support]) };
const open = () => openSite({ environment });

/** A service as `openid-client` implements it: the token for its id and secret. */
async function ownToken({ app }: Pick<TestSite, 'app'>, key = first, scope = 'entitlements') {
  const config = await discover(() => app, { id: 'support', key });
  return client.clientCredentialsGrant(config, scope === '' ? {} : { scope });
}

const tokens = new WeakMap<TestSite, Promise<string>>();
const tokenFor = async (site: TestSite) => {
  const token = tokens.get(site) ?? ownToken(site).then(({ access_token: given }) => given);
  tokens.set(site, token);
  return `Bearer ${await token}`;
};
const fetchEntitlements = async (site: TestSite, userId: string, headers: Record<string, string> = {}) =>
  site.app.inject({
    url: `/api/v3/entitlements/${userId}`,
    headers: { authorization: await tokenFor(site), ...headers },
  });
const entitled = async (site: TestSite, userId: string) =>
  (await fetchEntitlements(site, userId)).json<Record<string, unknown>>();

const records = { records: 1 };
const essentials = {
  messages: 1,
  calendar: 1,
  expenses: 1,
  journal: 1,
  info_bank: 1,
  storage_gb: 1,
  mobile_apps: 1,
  certified_records: 1,
  ...records,
};
const nothing = { plan: null, paidUntil: null };

test('P10: a service uses a ten-minute token for its scope, issued for either secret during rotation', async () => {
  const site = await open();
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const asking = async (authorization: string, from = site) => {
    const url = `/api/v3/entitlements/${person.userId}`;
    const { statusCode, headers } = await from.app.inject({ url, headers: { authorization } });
    const challenge = String(headers['www-authenticate'] ?? '');
    return [statusCode, ...(/error="(\w+)"/.exec(challenge)?.slice(1) ?? []), challenge.split(' ')[0]].join(' ').trim();
  };
  const [granted, other] = [await ownToken(site), await ownToken(site, second)];
  expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'entitlements' });
  const token = `Bearer ${granted.access_token}`;
  expect([await asking(token), await asking(`Bearer ${other.access_token}`)]).toEqual(['200', '200']);
  // By another process as well.
  expect(await asking(token, await openSite({ environment: { ...environment, DATABASE_URL: site.databaseUrl } }))).toBe(
    '200',
  );

  const nobody = '401 invalid_token Bearer';
  expect(await asking('')).toBe(nobody);
  expect(await asking(`Basic ${Buffer.from(`support:${first}`).toString('base64')}`)).toBe(nobody);
  expect(await asking(`${token.slice(0, -1)}${token.endsWith('_') ? '-' : '_'}`)).toBe(nobody);
  // The scheme is matched in any case (RFC 9110, 11.1).
  expect([await asking(granted.access_token), await asking(token.replace('Bearer', 'bearer'))]).toEqual([
    nobody,
    '200',
  ]);
  expect(await asking(`Bearer ${(await ownToken(site, first, '')).access_token}`)).toBe(
    '403 insufficient_scope Bearer',
  );
  // An app's token for a person opens nothing about others, whatever scope it requested.
  const signedIn = await signInToCalendar(() => site.app, person, { scope: 'openid entitlements' });
  expect(await asking(`Bearer ${signedIn.tokens.access_token}`)).toBe(nobody);
  expect((await site.app.inject(`/api/v3/entitlements/${person.userId}`)).headers['www-authenticate']).toBe(
    'Bearer realm="services"',
  );
  // And a service's own token opens nothing about a person.
  const me = await site.app.inject({ url: '/oidc/me', headers: { authorization: token } });
  expect(me.statusCode).toBe(401);

  expect(await refused(ownToken(site, 'w'.repeat(40)))).toContain('challenge');
  expect(await refused(ownToken(site, first, 'entitlements openid'))).toBe('invalid_scope');
  const apart = await discover(() => site.app, { id: 'journal', key: journal.secret });
  expect(await refused(client.clientCredentialsGrant(apart, { scope: 'entitlements' }))).toBe('invalid_request');

  // Removed from the configuration, or from its scopes.
  for (const apps of [
    [calendar],
    [calendar, { ...support, scopes: ['openid'], redirectUris: calendar.redirectUris }],
  ]) {
    const shared = { OIDC_CLIENTS: JSON.stringify(apps), DATABASE_URL: site.databaseUrl };
    expect(await asking(token, await openSite({ environment: shared }))).not.toContain('200');
  }
  expect(await asking(token)).toBe('200');
  await sql`update oidc_records set payload = payload || '{"exp": 1}' where kind = 'ClientCredentials'`.execute(db);
  expect(await asking(token)).toBe(nobody);
  const rows = JSON.stringify(await db.selectFrom('oidcRecords').select('payload').execute());
  expect(rows).not.toContain(granted.access_token);
  expect((await fetchEntitlements(await open(), '019f0000-0000-7000-8000-000000000001')).json()).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('P10: an unchanged answer is confirmed by its ETag without a body', async () => {
  const site = await open();
  const { userId, subscriptionId } = await subscribe(site);
  const { headers } = await fetchEntitlements(site, userId);
  expect(headers['cache-control']).toBe('private, must-revalidate');
  const known = { 'if-none-match': String(headers.etag) };
  const again = await fetchEntitlements(site, userId, known);
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
  // Turning the renewal off does not change the entitlements.
  await setRenewal(site, userId, subscriptionId, false);
  expect((await fetchEntitlements(site, userId, known)).statusCode).toBe(304);
  await callRefund(site, userId);
  const changed = await fetchEntitlements(site, userId, known);
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    { user: userId, role: 'PARENT_A', closed: false, ...nothing, entitlements: records },
  ]);
});

test('P10: access ends exactly with the payer’s local day, even before the end is stored', async () => {
  const site = await open();
  const { userId, subscriptionId, periodEnd } = await subscribe(site);
  const { timeZone } = await subscriptionOf(site, { subscriptionId });
  await setRenewal(site, userId, subscriptionId, false);
  const end = dueInstant(periodEnd, timeZone);
  site.clock.set(new Date(end.getTime() - 60_000));
  const before = { plan: 'ESSENTIALS', paidUntil: periodEnd, entitlements: essentials };
  expect(await entitled(site, userId)).toMatchObject(before);
  expect((await home(site, userId)).subscription?.includes).toContain('Secure messaging');
  site.clock.set(end);
  const after = { ...nothing, entitlements: records };
  expect(await entitled(site, userId)).toEqual({ user: userId, role: 'PARENT_A', closed: false, ...after });
  expect((await home(site, userId)).subscription?.includes).toEqual([]);
  await runDue(site);
  expect(await entitled(site, userId)).toMatchObject(after);
});

test('P10: people have the entitlements of their own plan, whoever pays; professionals those of their role; closed accounts none', async () => {
  const site = await open();
  const { db } = site.dependencies;
  const order = { packageId: 1003, productId: 'SUB1YEAR', services: ['5GB1', 'TONE1'] };
  const built = await subscribe(site, order);
  expect(await entitled(site, built.userId)).toMatchObject({
    plan: 'CYO',
    entitlements: { storage_gb: 5, tone_meter: 1, messages: 1, ...records },
  });
  const both = await subscribe(site, { payForCoparent: true });
  const { userId: other } = await coParent(site, both);
  expect(await entitled(site, other)).toMatchObject({ role: 'PARENT_B', entitlements: essentials });
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [parent] = parents;
  if (!parent) throw new Error('The family has no parent');
  expect(await entitled(site, parent.userId)).toMatchObject({ ...nothing, entitlements: {} });
  await payPlan(site, professional, familyId, { parentIds: [parent.userId] });
  expect(await entitled(site, parent.userId)).toMatchObject({ plan: 'ESSENTIALS', entitlements: essentials });
  expect(await entitled(site, professional.userId)).toMatchObject({ ...nothing, entitlements: { cases: 1 } });
  await db.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', professional.userId).execute();
  expect(await entitled(site, professional.userId)).toMatchObject({ closed: true, ...nothing, entitlements: {} });
});
