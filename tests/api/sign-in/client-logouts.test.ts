import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { freePort } from '../../setup/free-port.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import {
  authorization,
  calendar,
  exchange,
  isActive,
  journal,
  openLogoutReceiver,
  origin,
  payloadOf,
  refused,
  signInToCalendar,
} from '../../setup/providers/client-login.ts';
import { eventually } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';

test('every end of a session ends the apps’ logins, at once and everywhere, and notifies them', async () => {
  const { logoutTokens, port } = await openLogoutReceiver();
  const listening = { ...calendar, backchannelLogoutUri: `http://localhost:${port}/logout` };
  const site = await openSite({ environment: { OIDC_CLIENTS: JSON.stringify([listening, journal]) } });
  const { db } = site.dependencies;
  const jobs = await site.startJobs();
  const app = () => site.app;
  const offline = { scope: 'openid offline_access', prompt: 'consent' };
  type In = Awaited<ReturnType<typeof signInToCalendar>> & { person: Awaited<ReturnType<typeof addPerson>> };
  const api = ({ browser }: In, method: 'POST' | 'DELETE', path: string, body?: object) =>
    browser.request(method, `/api${path}`, body);
  const ways: Record<string, (login: In) => Promise<unknown>> = {
    'signing out': (login) => api(login, 'DELETE', '/v2/sessions/current'),
    'signing out everywhere, elsewhere': async ({ person }) => {
      const { headers } = await signInAs(site.app, person);
      await site.app.inject({ method: 'DELETE', url: '/api/v2/sessions', headers });
    },
    'another password': async ({ person }) => {
      const { headers, auth } = await signInAs(site.app, person);
      await site.app.inject({
        method: 'POST',
        url: `/api/ofw/signup/changepassword.form?_at=${auth}`,
        headers,
        payload: { currentPassword: person.password, password: 'another-harbour-8' },
      });
    },
    'the other parent signing in on the same phone': async (login) => {
      const other = await addPerson(db);
      await login.browser.request('POST', '/api/ofw/login', { username: other.username, password: other.password });
      const request = await authorization(login.config, { prompt: 'none' });
      const { url } = await login.browser.follow(request.url);
      expect((await exchange(login.config, request, url)).claims()?.sub).toBe(other.userId);
    },
    'the app itself': async ({ browser, tokens, config }) => {
      const url = client.buildEndSessionUrl(config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'http://localhost:4899/',
      });
      const { answer } = await browser.follow(url.href);
      expect(answer.body).toContain('<script nonce');
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(answer.body)?.[1] ?? '';
      const done = await browser.request('POST', '/oidc/session/end/confirm', `logout=yes&xsrf=${xsrf}`);
      expect([done.statusCode, done.headers.location]).toEqual([303, 'http://localhost:4899/']);
      expect(browser.cookies.has('session')).toBe(false);
    },
  };
  for (const [way, end] of Object.entries(ways)) {
    logoutTokens.length = 0;
    const person = await addPerson(db);
    const login = { ...(await signInToCalendar(app, person, offline)), person };
    const { sid, sub } = login.tokens.claims() ?? { sid: '', sub: '' };
    expect([way, await isActive(login.config, login.tokens.access_token)]).toEqual([way, true]);
    await end(login);
    expect([way, await isActive(login.config, login.tokens.access_token)]).toEqual([way, false]);
    const refresh = client.refreshTokenGrant(login.config, login.tokens.refresh_token ?? '');
    expect([way, await refused(refresh)]).toEqual([way, 'invalid_grant']);
    await eventually(
      async () => logoutTokens.map(payloadOf),
      (seen) => seen.some((token) => token['sid'] === sid),
    );
    const token = logoutTokens.map(payloadOf).find((one) => one['sid'] === sid);
    expect(token).toMatchObject({ sub, aud: 'calendar', iss: `${origin}/oidc`, events: expect.any(Object) });
    expect(token).not.toHaveProperty('nonce');
  }

  // A closed account, or one without credentials, does not exist for an app.
  const person = await addPerson(db);
  const login = await signInToCalendar(app, person, offline);
  await db.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', person.userId).execute();
  expect(await refused(client.refreshTokenGrant(login.config, login.tokens.refresh_token ?? ''))).toBe('invalid_grant');
  await jobs.stop();
});

test('an unreachable app is notified again', async () => {
  const port = await freePort();
  const away = { ...calendar, backchannelLogoutUri: `http://localhost:${port}/logout` };
  const site = await openSite({ environment: { OIDC_CLIENTS: JSON.stringify([away]) } });
  const person = await addPerson(site.dependencies.db);
  const { browser } = await signInToCalendar(() => site.app, person);
  await browser.request('DELETE', '/api/v2/sessions/current');
  const waiting = { clientId: 'calendar', userId: person.userId, sid: 'any' };
  await expect(site.dependencies.clientLogins?.sendLogout(waiting)).rejects.toThrow();
  await expect(site.dependencies.clientLogins?.sendLogout({ ...waiting, clientId: 'gone' })).resolves.toBeUndefined();
});
