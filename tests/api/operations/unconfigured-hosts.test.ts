import { expect, test } from 'vitest';
import { addPerson } from '../../setup/person.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { alone, leadTo, main, threeSites } from '../../setup/sites.ts';

const forgotPassword = '/ofw/signup/getpassword.form';

const openSites = () => openSite({ pages: true, environment: threeSites });

const foreign = ['evil.example', 'localhost:3000.evil.example', 'localhost', 'localhost:3001', 'fr.localhost:3000', ''];
const paths = [
  '/',
  '/app/login?redirect=//evil.example',
  '//evil.example/app/login',
  '/%2f/evil.example',
  '/app/../..//x',
];

test('an unconfigured host redirects to the main site, is in no link, and is refused every call', async () => {
  const site = await openSites();
  const person = await addPerson(site.dependencies.db);
  const jobs = await site.startJobs();
  for (const host of foreign) {
    const headers = { host, accept: 'text/html', 'x-forwarded-host': host, forwarded: `host=${host}` };
    for (const url of paths) {
      const answer = await site.app.inject({ url, headers });
      expect([host, url, answer.statusCode]).toEqual([host, url, 302]);
      expect(new URL(String(answer.headers.location)).origin).toBe(main);
    }
    const body = { usernameOrEmail: person.email };
    for (const from of [{}, { origin: `http://${host}` }, { origin: main }])
      expect(
        (await send(site.app, { method: 'POST', path: forgotPassword, body, headers: { host, ...from } })).status,
      ).toBe(404);
    for (const url of ['/api/v2/sessions/current', '/oidc/.well-known/openid-configuration', '/staff', '/api/docs'])
      expect([url, (await site.app.inject({ url, headers })).statusCode]).toEqual([url, 404]);
  }
  // An untrusted proxy's host header is ignored, and capitals do not make another host.
  const poisoned = { host: 'UK.localhost:3000', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  const body = { usernameOrEmail: person.email };
  expect((await send(site.app, { method: 'POST', path: forgotPassword, body, headers: poisoned })).status).toBe(200);
  alone(main)(await leadTo(site, person.email, 1));
  // Machines use other host names: health checks, and calls authenticated by a signature or a secret.
  const machine = { host: '10.0.0.7:3000' };
  expect((await site.app.inject({ url: '/healthz', headers: machine })).statusCode).toBe(200);
  expect((await site.app.inject({ url: `/api/v3/entitlements/${person.userId}`, headers: machine })).statusCode).toBe(
    401,
  );
  // The console is served at the main site only.
  expect((await site.app.inject({ url: '/staff', headers: { host: 'localhost:3000' } })).statusCode).toBe(200);
  expect((await site.app.inject({ url: '/staff', headers: { host: 'uk.localhost:3000' } })).statusCode).toBe(404);
  await jobs.stop();
});

test('a single site answers on every host, and the host decides nothing', async () => {
  const { app } = await openSite({ pages: true });
  for (const host of foreign) {
    const answer = await app.inject({ url: '/.well-known/security.txt', headers: { host } });
    expect(answer.body).toContain(`Canonical: ${main}/`);
    expect((await app.inject({ url: '/staff', headers: { host } })).statusCode).toBe(200);
  }
});
