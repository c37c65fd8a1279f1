import { expect, test } from 'vitest';
import { signedInCookie } from '#contract/boot.ts';
import { days, hours, minutes } from '#server/clock.ts';
import { issueToken, shownOnly } from '#server/identity/single-use-token.ts';
import { forgetOldAccess } from '#server/jobs/mail/recovery-jobs.ts';
import {
  challengeFor,
  codeNow,
  origin,
  post,
  secondStep,
  sessionOf,
  signChallenge,
  withPasskey,
  withTotp,
} from '../../setup/ownership/second-factor.ts';
import { addPerson, cookieOf, signedInBy, signInAs } from '../../setup/person.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

type Choice = { remember?: boolean | 'on' };
type Answer = { status: number; headers: Record<string, unknown> };
const person = ({ dependencies }: TestSite) => addPerson(dependencies.db);

/** Every way to sign in, with the form's choice to be remembered. */
const ways: Record<string, (site: TestSite, choice: Choice) => Promise<Answer>> = {
  password: async (site, choice) => {
    const { username, password } = await person(site);
    return post(site.app, '/ofw/login', {}, { username, password, ...choice });
  },
  form: async (site, { remember }) => {
    const { username, password } = await person(site);
    const ticked = remember === true ? { remember: 'on' } : {};
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/ofw/login',
      payload: new URLSearchParams({ username, password, ...ticked }).toString(),
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
    return { status: answer.statusCode, headers: answer.headers };
  },
  'second step': async (site, choice) => {
    const owner = await person(site);
    const { secret } = await withTotp(site.app, owner);
    const headers = { authorization: `Bearer ${await secondStep(site.app, owner)}` };
    return post(site.app, '/v2/sessions/second-step', headers, { code: codeNow(secret), ...choice });
  },
  passkey: async (site, choice) => {
    const { headers } = await signInAs(site.app, await person(site));
    const { authenticator } = await withPasskey(site.app, headers);
    const response = signChallenge(authenticator, await challengeFor(site.app));
    return post(site.app, '/v2/sessions/passkey', {}, { response, ...choice });
  },
  credentials: async (site, choice) => {
    const { db, makeToken } = site.dependencies;
    const { userId, username, password } = await person(site);
    const waiting = { username: null, passwordHash: null, status: 'CREDENTIALS_NEEDED' } as const;
    await db.updateTable('users').set(waiting).where('id', '=', userId).execute();
    const life = { lifeMs: minutes(5), at: site.clock.now(), makeToken, data: shownOnly };
    const { secret } = await issueToken(db, { purpose: 'CREDENTIALS', userId, ...life });
    return send(site.app, {
      method: 'PUT',
      path: '/v2/credentials',
      headers: { authorization: `Bearer ${secret}`, origin },
      body: { username, password, ...choice },
    });
  },
};

const cookiesSet = ({ headers }: Answer) =>
  [headers['set-cookie'] as string | string[]]
    .flat()
    .filter((line) => ['session', signedInCookie].some((name) => line.startsWith(`${name}=`)));
const isIn = async ({ app }: TestSite, headers: Record<string, string>) =>
  (await signedInBy(app, { headers: { 'set-cookie': `${headers['cookie']}; Path=/` } })) !== null;
const keepAlive = ({ app }: TestSite, headers: Record<string, string>) =>
  send(app, { method: 'GET', path: '/ofw/keepalive.form?active=true', headers });
const devicesOf = async ({ app }: TestSite, headers: Record<string, string>) =>
  (await send<{ devices: { rememberedUntil: string | null }[] }>(app, { method: 'GET', path: '/v2/sessions', headers }))
    .body.devices;

test.each(Object.entries(ways))(
  'a session is remembered by cookie and on the list if its user chose so; otherwise it ends with the browser: %s',
  async (_, way) => {
    const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '100' } });
    for (const choice of [{}, { remember: false }]) {
      const answer = await way(site, choice);
      expect([answer.status, cookiesSet(answer).length]).toEqual([200, 2]);
      expect(cookiesSet(answer).join()).not.toMatch(/Max-Age|Expires/);
      const headers = sessionOf(answer) ?? {};
      expect((await devicesOf(site, headers)).at(0)?.rememberedUntil).toBeNull();
      site.clock.advance(minutes(31));
      expect(await isIn(site, headers)).toBe(false);
    }
    const answer = await way(site, { remember: true });
    expect(cookiesSet(answer)).toHaveLength(2);
    for (const cookie of cookiesSet(answer)) expect(cookie).toContain(`Max-Age=${30 * 24 * 60 * 60};`);
    const headers = sessionOf(answer) ?? {};
    const [device] = await devicesOf(site, headers);
    expect(Date.parse(device?.rememberedUntil ?? '') - site.clock.now().getTime()).toBeGreaterThan(days(29));
    site.clock.advance(hours(13));
    expect(await isIn(site, headers)).toBe(true);
  },
);

test('a remembered session ends fourteen days after its last use, and thirty days after it began', async () => {
  const site = await openSite();
  const { jobDependencies, clock } = site;
  const owner = await person(site);
  const remembered = async () => sessionOf(await post(site.app, '/ofw/login', {}, { ...owner, remember: true })) ?? {};
  const forget = () => forgetOldAccess.run(jobDependencies, {});
  const unused = await remembered();
  clock.advance(days(13));
  await forget();
  expect(await isIn(site, unused)).toBe(true);
  clock.advance(days(2));
  expect(await isIn(site, unused)).toBe(false);
  const used = await remembered();
  for (const next of [10, 10, 9]) {
    clock.advance(days(next));
    await keepAlive(site, used);
  }
  expect(await isIn(site, used)).toBe(true);
  clock.advance(days(2));
  expect(await isIn(site, used)).toBe(false);
  await forget();
  expect(await site.dependencies.db.selectFrom('sessions').select('id').execute()).toEqual([]);
});

test('a remembered session asks for a fresh proof as any other, goes on remembered after a new password, and ends with the rest', async () => {
  const site = await openSite();
  const { app, clock } = site;
  const owner = await person(site);
  const login = async (password = owner.password) => {
    const answer = await post<{ auth: string }>(app, '/ofw/login', {}, { ...owner, password, remember: true });
    return { headers: sessionOf(answer) ?? {}, auth: answer.body.auth };
  };
  const first = await login();
  clock.advance(minutes(11));
  const begin = (headers: Record<string, string>) => post(app, '/v2/account/second-factors/totp', headers);
  expect((await begin(first.headers)).body.code).toBe('FRESH_SIGN_IN_NEEDED');
  const passwords = { currentPassword: owner.password, password: 'another-harbour-8' };
  const changed = await post(app, `/ofw/signup/changepassword.form?_at=${first.auth}`, first.headers, passwords);
  expect(cookieOf(changed.headers, 'session')).not.toBeNull();
  expect(cookiesSet(changed).join()).toContain('Max-Age');
  expect(await isIn(site, first.headers)).toBe(false);
  const [here, elsewhere] = [sessionOf(changed) ?? {}, (await login('another-harbour-8')).headers];
  expect(await devicesOf(site, here)).toHaveLength(2);
  await send(app, { method: 'DELETE', path: '/v2/sessions', headers: elsewhere });
  for (const headers of [here, elsewhere]) expect(await isIn(site, headers)).toBe(false);
});

test('the first second factor ends sessions opened elsewhere by a password alone; the next one ends none', async () => {
  const site = await openSite();
  const { app } = site;
  const owner = await person(site);
  const { headers: elsewhere } = await signInAs(app, owner);
  const { headers, secret } = await withTotp(app, owner);
  expect([await isIn(site, elsewhere), await isIn(site, headers)]).toEqual([false, true]);
  const bearer = { authorization: `Bearer ${await secondStep(app, owner)}` };
  const other = await post(app, '/v2/sessions/second-step', bearer, { code: codeNow(secret) });
  await withPasskey(app, headers);
  expect(await isIn(site, sessionOf(other) ?? {})).toBe(true);
});
