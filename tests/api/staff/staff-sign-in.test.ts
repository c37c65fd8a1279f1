import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { callers } from '#contract/api/callers.ts';
import * as staffApi from '#contract/api/staff/staff.ts';
import * as codesApi from '#contract/api/staff/staff-codes.ts';
import * as experimentsApi from '#contract/api/staff/staff-experiments.ts';
import * as funnelApi from '#contract/api/staff/staff-funnel.ts';
import * as peopleApi from '#contract/api/staff/staff-people.ts';
import * as pricesApi from '#contract/api/staff/staff-prices.ts';
import * as proposalsApi from '#contract/api/staff/staff-proposals.ts';
import * as queuesApi from '#contract/api/staff/staff-queues.ts';
import { type StaffRole, staffRoles } from '#contract/staff/staff.ts';
import { addPerson, cookieOf, signInAs } from '../../setup/person.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { threeSites } from '../../setup/sites.ts';
import { beginSignIn, staffHeaders, throughIdentityProvider } from '../../setup/staff.ts';

const origin = 'http://localhost:3000';

async function finish({ app }: TestSite, { cookie, query }: { cookie: string; query: string }) {
  return app.inject({
    method: 'POST',
    url: '/api/v2/staff/sessions',
    headers: { origin, cookie },
    payload: { answer: query },
  });
}

const current = ({ app }: TestSite, headers: Record<string, string>) =>
  app.inject({ method: 'GET', url: '/api/v2/staff/sessions/current', headers });

test('staff sign in through the identity provider: once, in the browser that began, with a role it claims', async () => {
  const site = await openSite();
  const { address, cookie } = await beginSignIn(site);
  const query = await throughIdentityProvider(address, 'staff-sam');
  const elsewhere = await beginSignIn(site);
  expect((await finish(site, { cookie: '', query })).json()).toMatchObject({ code: 'SIGN_IN_FAILED' });
  expect((await finish(site, { cookie: elsewhere.cookie, query })).json()).toMatchObject({ code: 'SIGN_IN_FAILED' });
  const changed = query.replace(/code=[^&]+/, 'code=another');
  expect((await finish(site, { cookie, query: changed })).json()).toMatchObject({ code: 'SIGN_IN_FAILED' });

  const opened = await finish(site, { cookie, query });
  expect(opened.json()).toMatchObject({ name: 'Sam Support', roles: ['SUPPORT'] });
  expect(opened.headers['set-cookie']).toEqual(
    expect.arrayContaining([expect.stringMatching(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)]),
  );
  const staff = { origin, cookie: cookieOf(opened.headers, 'staff') ?? '' };
  expect((await current(site, staff)).json()).toMatchObject({ name: 'Sam Support', roles: ['SUPPORT'] });
  const rows = await site.dependencies.db.selectFrom('staffSessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(staff.cookie.split('=')[1]);
  expect((await finish(site, { cookie, query })).json()).toMatchObject({ code: 'SIGN_IN_FAILED' });

  const roleless = await beginSignIn(site);
  const back = await throughIdentityProvider(roleless.address, 'staff-nobody');
  expect((await finish(site, { cookie: roleless.cookie, query: back })).statusCode).toBe(403);
});

test('O21: the identity provider always asks who is signing in, also in a browser where somebody signed in before', async () => {
  const site = await openSite();
  const jar = new Map<string, string>();
  const first = await beginSignIn(site);
  await throughIdentityProvider(first.address, 'staff-ada', jar);
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const again = await fetch((await beginSignIn(site)).address, { redirect: 'manual', headers: { cookie } });
  expect(again.headers.get('location')).toMatch(/\/identity-sign-in\//);
});

test('O21: the scope and the prompt sent to the identity provider are configured, for providers that return groups only on request', async () => {
  const site = await openSite({
    environment: { STAFF_SCOPE: 'openid profile groups', STAFF_PROMPT: 'select_account' },
  });
  const { searchParams } = new URL((await beginSignIn(site)).address);
  expect([searchParams.get('scope'), searchParams.get('prompt')]).toEqual(['openid profile groups', 'select_account']);
});

test('a staff session ends after twenty minutes without use, after eight hours, and on logging out', async () => {
  const site = await openSite();
  const minutes = (count: number) => site.clock.advance(count * 60_000);
  const idle = await staffHeaders(site, ['SUPPORT']);
  minutes(19);
  expect((await current(site, idle)).statusCode).toBe(200);
  minutes(19);
  expect((await current(site, idle)).statusCode).toBe(200);
  minutes(21);
  expect((await current(site, idle)).statusCode).toBe(401);
  const busy = await staffHeaders(site, ['SUPPORT']);
  for (let used = 0; used < 31; used += 1) {
    minutes(15);
    expect((await current(site, busy)).statusCode).toBe(200);
  }
  minutes(15);
  expect((await current(site, busy)).statusCode).toBe(401);
  const left = await staffHeaders(site, ['SUPPORT']);
  await site.app.inject({ method: 'DELETE', url: '/api/v2/staff/sessions/current', headers: left });
  expect((await current(site, left)).statusCode).toBe(401);
});

/** Every route of the console that requires a caller, as in the table. */
const growthApi = { ...experimentsApi, ...funnelApi, ...pricesApi, ...codesApi };
const api = { ...staffApi, ...peopleApi, ...queuesApi, ...proposalsApi, ...growthApi };
const guarded = Object.values(api).flatMap((row) =>
  typeof row === 'object' && 'caller' in row && callers[row.caller].proof === 'staff-session' ? [row] : [],
);

test('console calls are allowed by role as the table says, and none to parents or strangers', async () => {
  const site = await openSite();
  const parent = (await signInAs(site.app, await addPerson(site.dependencies.db))).headers;
  const token = parent['cookie']?.split('=')[1] ?? '';
  const outcome = async (row: (typeof guarded)[number], headers: Record<string, string>) => {
    const url = `/api${row.path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`;
    return (await site.app.inject({ method: row.method, url, headers: { origin, ...headers } })).statusCode;
  };
  expect(guarded.length).toBeGreaterThan(1);
  for (const row of guarded) {
    const allowed: readonly StaffRole[] = callers[row.caller as 'staff'].staffRoles;
    expect([row.path, await outcome(row, {})]).toEqual([row.path, 401]);
    expect([row.path, await outcome(row, parent)]).toEqual([row.path, 401]);
    expect([row.path, await outcome(row, { cookie: `staff=${token}` })]).toEqual([row.path, 401]);
    for (const role of staffRoles) {
      const status = await outcome(row, await staffHeaders(site, [role]));
      expect([row.path, role, status === 403]).toEqual([row.path, role, !allowed.includes(role)]);
    }
  }
});

test('a staff cookie opens nothing of a parent', async () => {
  const site = await openSite();
  const staff = await staffHeaders(site, [...staffRoles]);
  const token = staff['cookie']?.split('=')[1] ?? '';
  for (const cookie of [`staff=${token}`, `session=${token}`]) {
    const account = await site.app.inject({ method: 'GET', url: '/api/v2/account', headers: { cookie } });
    expect(account.statusCode).toBe(401);
  }
});

test('without an identity provider there is no console, neither page nor call', async () => {
  const { app } = await openSite({
    environment: { STAFF_ISSUER: '', STAFF_CLIENT_ID: '', STAFF_CLIENT_SECRET: '' },
    pages: true,
  });
  const page = await app.inject({ url: '/staff', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers.location]).toEqual([302, '/app/staff']);
  expect((await app.inject({ method: 'POST', url: '/api/v2/staff/sign-ins', headers: { origin } })).statusCode).toBe(
    404,
  );
  expect((await app.inject({ url: '/api/openapi.json' })).body).not.toContain('/staff');
});

test('a host of its own shows the console and nothing else, and no other host shows the console', async () => {
  const { app } = await openSite({ environment: { STAFF_URL: 'http://staff.example' }, pages: true });
  const status = async (host: string, url: string) =>
    (await app.inject({ url, headers: { host, accept: 'text/html' } })).statusCode;
  expect(await status('staff.example', '/staff')).toBe(200);
  expect(await status('staff.example', '/api/v2/staff/sessions/current')).toBe(401);
  expect(await status('staff.example', '/healthz')).toBe(200);
  for (const url of ['/app/join/signup', '/api/v2/countries', '/', '/api/docs'])
    expect([url, await status('staff.example', url)]).toEqual([url, 404]);
  for (const url of ['/staff', '/staff/signed-in', '/api/v2/staff/sessions/current', '/app/staff'])
    expect([url, await status('localhost:3000', url)]).toEqual([url, 404]);
  // Not one of our addresses: it is resolved against the base of the pages, where it does not exist either.
  const capitals = await app.inject({ url: '/STAFF', headers: { host: 'localhost:3000', accept: 'text/html' } });
  expect([capitals.statusCode, capitals.headers.location]).toEqual([302, '/app/staff']);
  expect(await status('localhost:3000', '/app/join/signup')).toBe(200);
  const begin = (host: string, from: string) =>
    app.inject({ method: 'POST', url: '/api/v2/staff/sign-ins', headers: { host, origin: from } });
  expect((await begin('staff.example', 'http://staff.example')).statusCode).toBe(200);
  expect((await begin('staff.example', origin)).statusCode).toBe(403);
});

/** Percent-encodes every letter of a path's first parts in turn; `/` stays a separator. */
const spellings = (path: string) =>
  [...path].flatMap((letter, index) =>
    letter === '/' ? [] : [`${path.slice(0, index)}%${letter.charCodeAt(0).toString(16)}${path.slice(index + 1)}`],
  );

test('X9: no spelling of an address brings the console to the public host, or the public site to the console’s', async () => {
  const { app } = await openSite({ environment: { STAFF_URL: 'http://staff.example' }, pages: true });
  const ask = (host: string, url: string, headers = {}) => app.inject({ url, headers: { host, ...headers } });
  for (const path of ['/staff', '/staff/people', '/api/v2/staff/sessions/current', '/api/v2/staff/queues'])
    for (const url of [path, ...spellings(path), `${path}?a=/app/assets/`, `${path}?/healthz`]) {
      const [there, here] = [await ask('staff.example', url), await ask('localhost:3000', url)];
      expect([url, there.statusCode]).toEqual([url, path.startsWith('/api') ? 401 : 200]);
      expect([url, here.statusCode]).toEqual([url, 404]);
    }
  for (const path of ['/app/join/signup', '/api/v2/countries', '/api/docs'])
    for (const url of [path, ...spellings(path)])
      for (const host of ['staff.example', 'STAFF.example', 'staff.example:80'])
        expect([url, host, (await ask(host, url)).statusCode]).toEqual([url, host, 404]);
});

test('X9: an absolute request target opens the console on its own host alone', async () => {
  const { app } = await openSite({ environment: { STAFF_URL: 'http://staff.example' }, pages: true });
  const { port } = new URL(await app.listen({ port: 0 }));
  const ask = async (host: string) => {
    const socket = connect(Number(port), 'localhost');
    const target = 'http://staff.example/api/v2/staff/sessions/current';
    socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0];
  };
  expect(await ask('staff.example')).toBe('HTTP/1.1 401 Unauthorized');
  expect(await ask('localhost:3000')).toBe('HTTP/1.1 404 Not Found');
});

test('X9: behind a trusted proxy X-Forwarded-Host selects neither the console nor a site', async () => {
  const environment = { ...threeSites, STAFF_URL: 'http://staff.example', TRUST_PROXY: '127.0.0.1' };
  const { app } = await openSite({ environment, pages: true });
  const ask = (host: string, forwarded: string, url: string) =>
    app.inject({ url, headers: { host, 'x-forwarded-host': forwarded, forwarded: `host=${forwarded}` } });
  const call = '/api/v2/staff/sessions/current';
  expect((await ask('localhost:3000', 'staff.example', call)).statusCode).toBe(404);
  expect((await ask('staff.example', 'localhost:3000', call)).statusCode).toBe(401);
  expect((await ask('staff.example', 'localhost:3000', '/api/v2/countries')).statusCode).toBe(404);
  const contact = await ask('uk.localhost:3000', 'mx.localhost:3000', '/.well-known/security.txt');
  expect(contact.body).toContain('Canonical: http://uk.localhost:3000/');
  expect((await ask('evil.example', 'uk.localhost:3000', '/api/v2/countries')).statusCode).toBe(404);
});

test('while the identity provider is unreachable, staff are told to try again later', async () => {
  const { app } = await openSite({ environment: { STAFF_ISSUER: 'http://localhost:9/identity' } });
  const started = await app.inject({ method: 'POST', url: '/api/v2/staff/sign-ins', headers: { origin } });
  expect(started.json()).toMatchObject({ code: 'BUSY' });
});
