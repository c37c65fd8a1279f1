import * as client from 'openid-client';
import { expect, test } from 'vitest';
import type { BootData } from '#contract/boot.ts';
import { sendReceipt } from '#server/jobs/mail/send-receipt.ts';
import {
  createPasskey,
  finish,
  passkeySignIn,
  post,
  secondStep,
  sessionOf,
} from '../../setup/ownership/second-factor.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import { addPerson, cookieOf, type Person, signInAs } from '../../setup/person.ts';
import { openFamily, signedInProfessional } from '../../setup/professional.ts';
import {
  authorization,
  Browser,
  calendar,
  discover,
  exchange,
  openLogoutReceiver,
  payloadOf,
  refused,
  signInToCalendar,
} from '../../setup/providers/client-login.ts';
import { eventually } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { alone, appAt, british, leadTo, main, mexican, threeSites } from '../../setup/sites.ts';
import { signedIn } from '../../setup/subscriber.ts';

const forgotPassword = '/ofw/signup/getpassword.form';

const openSites = (environment = {}) => openSite({ pages: true, environment: { ...threeSites, ...environment } });

test('7-1: a user’s mails link to the site where they signed up, and to another site once they sign in there', async () => {
  const site = await openSites();
  const { db } = site.dependencies;
  const jobs = await site.startJobs();
  const uk = appAt(site.app, british);
  const registration = await readyToPay(uk);
  const { outcome, receipt } = (await submitPayment(uk, registration)).body;
  expect(outcome).toBe('PAID');
  // The invited parent belongs to the same site until they use another.
  alone(british)(await leadTo(site, registration.email, 1));
  alone(british)(await leadTo(site, registration.coParentEmail, 1));

  // Nobody who has moved gets a mail twice.
  await db.updateTable('users').set({ siteCountry: 'MX' }).where('email', '=', registration.email).execute();
  await sendReceipt.run(site.jobDependencies, { orderId: receipt.orderId });
  alone(british)(await leadTo(site, registration.email, 1));

  // Users from before there were several sites belong to the main one, and so do those whose site is gone.
  const [before, gone] = [await addPerson(db), await addPerson(db)];
  await db.updateTable('users').set({ siteCountry: 'AU' }).where('id', '=', gone.userId).execute();
  const forget = (person: Person, origin: string) =>
    post(appAt(site.app, origin), forgotPassword, {}, { usernameOrEmail: person.email });
  // At whichever site it is requested, the link leads to their own.
  await forget(before, british);
  await forget(gone, mexican);
  alone(main)(await leadTo(site, before.email, 1));
  alone(main)(await leadTo(site, gone.email, 1));
  const { headers } = await signInAs(uk, before);
  const feed = await post<{ address: string }>(uk, '/v2/account/calendar-feed', headers);
  expect(feed.body.address).toMatch(/^http:\/\/uk\.localhost:3000\/api\/v2\/calendar\.ics\?key=/);
  await forget(before, main);
  expect(new Set(await leadTo(site, before.email, 2))).toEqual(new Set([main, british]));
  await jobs.stop();
});

test('7-2: letters, proofs and invites of a professional link to the site where they were created', async () => {
  const site = await openSites();
  const { db } = site.dependencies;
  const uk = { ...site, app: appAt(site.app, british) };
  const registration = await readyToPay(uk.app);
  await submitPayment(uk.app, registration);
  const { id } = await db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: 'marta.at.home' })
    .where('email', '=', registration.email)
    .returning('id')
    .executeTakeFirstOrThrow();
  const professional = await signedInProfessional(uk);
  const { familyId, parents } = await openFamily(uk, professional);
  for (const [person, path, page] of [
    [id, '/v2/account/co-parent/letters', '/app/join/invite'],
    [id, '/v2/account/proofs', '/app/proof'],
    [
      professional.userId,
      `/v2/professional/cases/${familyId}/parents/${parents[0]?.userId}/letters`,
      '/app/join/invite',
    ],
  ] as const) {
    // Requested at another site, by a session there.
    const headers = await signedIn(site, person);
    const { body } = await post<{ address: string; pdfBase64: string }>(appAt(site.app, mexican), path, headers);
    expect([path, body.address]).toEqual([path, british + page]);
    expect(pdfContains(Buffer.from(body.pdfBase64, 'base64'), british + page)).toBe(true);
  }
});

test('1-19: each site has its own country, phone, language, security contact and cookies', async () => {
  const site = await openSites();
  const page = (origin: string, headers = {}) =>
    appAt(site.app, origin).inject({ url: '/app/join/signup', headers: { accept: 'text/html', ...headers } });
  const bootOf = (html: string) =>
    JSON.parse(/<script[^>]*id="boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as BootData;
  for (const [origin, siteCountry, countryCode, language] of [
    [main, 'US', '+1', 'en'],
    [british, 'GB', '+44', 'en'],
    [mexican, 'MX', '+52', 'es'],
  ]) {
    const answer = await page(String(origin));
    expect(bootOf(answer.body)).toMatchObject({ siteCountry, countryCode, language });
    const contact = await appAt(site.app, String(origin)).inject('/.well-known/security.txt');
    expect(contact.body).toContain(`Canonical: ${origin}/.well-known/security.txt`);
  }
  expect(bootOf((await page(mexican, { 'accept-language': 'en-GB' })).body).language).toBe('en');

  const person = await addPerson(site.dependencies.db);
  const uk = appAt(site.app, british);
  const answer = await post(uk, '/ofw/login', {}, { username: person.username, password: person.password });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  // Without a domain a cookie belongs only to the host that set it, not to hosts below or beside it.
  expect(cookies.length).toBeGreaterThan(2);
  for (const cookie of cookies) expect(cookie.toLowerCase()).not.toContain('domain');
  // A page of one site cannot act at the other, though both are ours.
  const cookie = cookieOf(answer.headers, 'session') ?? '';
  const signOut = (host: string, origin: string) =>
    site.app.inject({ method: 'DELETE', url: '/api/v2/sessions/current', headers: { host, origin, cookie } });
  expect((await signOut('localhost:3000', british)).statusCode).toBe(403);
  expect((await signOut('uk.localhost:3000', main)).statusCode).toBe(403);
  expect((await signOut('uk.localhost:3000', british)).statusCode).toBe(200);
});

test('each site is its own issuer: tokens of one are unknown to another, and logouts follow their issuer', async () => {
  const { logoutTokens, port } = await openLogoutReceiver();
  const everywhere = { ...calendar, url: 'http://localhost:4899/', backchannelLogoutUri: `http://localhost:${port}/` };
  const harbor = { ...calendar, id: 'harbor', sites: ['GB'] };
  const site = await openSites({ OIDC_CLIENTS: JSON.stringify([everywhere, harbor]) });
  const jobs = await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const app = () => site.app;
  const offline = { scope: 'openid offline_access', prompt: 'consent' };
  const logins = {
    [main]: await signInToCalendar(app, person, offline, main),
    [british]: await signInToCalendar(app, person, offline, british),
  };
  for (const [own, other] of [
    [main, british],
    [british, main],
  ] as const) {
    const { tokens, browser, request, back } = logins[own];
    expect(tokens.claims()).toMatchObject({ iss: `${own}/oidc`, sub: person.userId });
    const [here, elsewhere] = [await discover(app, { at: own }), await discover(app, { at: other })];
    for (const value of Object.values(here.serverMetadata()))
      if (typeof value === 'string' && value.startsWith('http')) expect(new URL(value).origin).toBe(own);
    const active = async (config: client.Configuration, token = '') =>
      (await client.tokenIntrospection(config, token)).active;
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect([await active(here, token), await active(elsewhere, token)]).toEqual([true, false]);
    expect(await refused(client.fetchUserInfo(elsewhere, tokens.access_token, person.userId))).not.toBe('went through');
    expect(await refused(client.refreshTokenGrant(elsewhere, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    // A code redeemed at the other issuer.
    const fresh = await authorization(here);
    const code = (await browser.follow(fresh.url)).url;
    expect(await refused(exchange(elsewhere, fresh, code))).not.toBe('went through');
    expect(await refused(exchange(here, request, back))).toBe('invalid_grant');
    // The provider's cookie, sent to the other site together with our session there.
    const thief = new Browser(app, other);
    for (const [name, value] of browser.cookies) if (name.startsWith('app-login')) thief.cookies.set(name, value);
    expect((await thief.follow((await authorization(elsewhere, { prompt: 'none' })).url)).url).toContain(
      'login_required',
    );
  }
  // An app of one site is unknown at the other, and each site names its own issuer to its apps.
  expect(await refused(discover(app, { id: 'harbor', at: british }))).toBe('went through');
  const unknown = await authorization(await discover(app, { id: 'harbor', at: main }));
  expect((await new Browser(app, main).follow(unknown.url)).answer.body).toContain('invalid_client');
  const { clientLogins, sites } = site.dependencies;
  expect(sites.all.map((one) => clientLogins?.appAt(one)?.url)).toEqual(
    [main, british, mexican].map((origin) => `http://localhost:4899/?iss=${encodeURIComponent(`${origin}/oidc`)}`),
  );
  // Signed out everywhere, at one site: each app is notified by the issuer that signed its user in.
  logoutTokens.length = 0;
  await logins[british].browser.request('DELETE', '/api/v2/sessions');
  const heard = () => logoutTokens.map(payloadOf).map(({ iss, sid }) => `${String(iss)} ${String(sid)}`);
  const expected = ([main, british] as const).map(
    (origin) => `${origin}/oidc ${String(logins[origin].tokens.claims()?.['sid'])}`,
  );
  await eventually(
    async () => heard(),
    (seen) => expected.every((one) => seen.includes(one)),
  );
  await jobs.stop();
});

test('a passkey works at the site where it was created, and elsewhere its owner is told where', async () => {
  const site = await openSites();
  const person = await addPerson(site.dependencies.db);
  const [us, uk] = [appAt(site.app, main), appAt(site.app, british)];
  const { headers } = await signInAs(uk, person);
  type Begun = { options: { challenge: string; rp: { id: string } } };
  const { options } = (await post<Begun>(uk, '/v2/account/passkeys/options', headers)).body;
  expect(options.rp.id).toBe('uk.localhost');
  const at = { origin: british, rpId: 'uk.localhost' };
  const { authenticator, response } = createPasskey(options.challenge, at);
  const added = await post<{ recoveryCodes: string[] }>(uk, '/v2/account/passkeys', headers, {
    name: 'Phone',
    response,
  });
  expect(added.status).toBe(200);
  expect((await passkeySignIn(uk, authenticator, at)).status).toBe(200);
  // Not even with a challenge of the other site, whatever origin the browser reports.
  for (const signing of [at, { ...at, origin: main }])
    expect((await passkeySignIn(us, authenticator, signing)).body.code).toBe('PASSKEY_FAILED');

  const step = async (app: typeof uk) => {
    const token = await secondStep(app, person);
    const authorizationHeader = { authorization: `Bearer ${token}` };
    const { body } = await send(app, { method: 'GET', path: '/v2/sessions/second-step', headers: authorizationHeader });
    return { token, body };
  };
  expect((await step(uk)).body).toMatchObject({ passkey: true, passkeyLogin: null });
  const elsewhere = await step(us);
  expect(elsewhere.body).toMatchObject({ passkey: false, passkeyLogin: `${british}/app/login`, recoveryCodes: true });
  // The password alone opens nothing there either; a recovery code does.
  expect((await finish(us, elsewhere.token, added.body.recoveryCodes[0] ?? '')).status).toBe(200);
  for (const [app, worksAt] of [
    [us, 'uk.localhost:3000'],
    [uk, null],
  ] as const) {
    const [code = ''] = added.body.recoveryCodes.splice(-1);
    const own = sessionOf(await finish(app, await secondStep(app, person), code)) ?? {};
    const { body } = await send(app, { method: 'GET', path: '/v2/account/second-factors', headers: own });
    expect(body).toMatchObject({ passkeys: [{ worksAt }] });
  }
});
