import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { exportData } from '#server/closing/export-data.ts';
import { codeNow, finish, withTotp } from '../../setup/ownership/second-factor.ts';
import { addPerson } from '../../setup/person.ts';
import {
  authorization,
  Browser,
  calendar,
  discover,
  environment,
  exchange,
  isActive,
  journal,
  origin,
  refused,
  secret,
  signInToCalendar,
} from '../../setup/providers/client-login.ts';
import { openSite } from '../../setup/site.ts';

test('an app signs a user in by our login, in strict mode, and gets the claims of its scopes', async () => {
  const site = await openSite({ environment });
  const person = await addPerson(site.dependencies.db, { language: 'es' });
  const { config, tokens, browser } = await signInToCalendar(() => site.app, person);
  const claims = tokens.claims();
  expect(claims).toMatchObject({ sub: person.userId, family: person.familyId, role: 'PARENT_A', locale: 'es' });
  expect(claims).toMatchObject({ aud: 'calendar', iss: `${origin}/oidc`, sid: expect.any(String) });
  expect(JSON.stringify(claims)).not.toContain(person.email);
  expect(await client.fetchUserInfo(config, tokens.access_token, person.userId)).toMatchObject({ given_name: 'Marta' });

  const exported = await exportData(site.dependencies, person.userId);
  expect(exported['appsLoggedInTo']).toEqual([{ app: 'calendar', expiresAt: expect.any(Date) }]);

  const silent = await authorization(config, { prompt: 'none' });
  const again = await exchange(config, silent, (await browser.follow(silent.url)).url);
  expect(again.claims()?.sub).toBe(person.userId);

  // An app that requests a fresh login gets the form, prefilled with its hint, in its language.
  const parameters = { prompt: 'login', login_hint: 'marta@example.com', ui_locales: 'es-MX en' };
  const proof = await authorization(config, parameters);
  const form = new URL((await browser.follow(proof.url)).url);
  expect([form.pathname, form.searchParams.get('username')]).toEqual(['/app/login', 'marta@example.com']);
  expect(browser.cookies.get('language')?.value).toBe('es');
  // Continuing without a proof leads back to the form.
  const step = form.searchParams.get('redirect') ?? '';
  expect((await browser.follow(step)).url).toContain('/app/login');
  // A proof counts from the next second on.
  await wait(1_100);
  const proved = await exchange(config, proof, (await browser.follow(await browser.logIn(person, form.href))).url);
  expect(proved.claims()?.sub).toBe(person.userId);
  const old = await authorization(config, { max_age: '0', prompt: 'none' });
  site.clock.advance(5_000);
  expect((await browser.follow(old.url)).url).toContain('error=login_required');
  const stranger = new Browser(() => site.app);
  expect((await stranger.follow((await authorization(config, { prompt: 'none' })).url)).url).toContain(
    'login_required',
  );
});

test('a user with a second factor reaches an app by both steps, not by the password', async () => {
  const site = await openSite({ environment });
  const person = await addPerson(site.dependencies.db);
  const { secret: app } = await withTotp(site.app, person);
  const config = await discover(() => site.app);
  const browser = new Browser(() => site.app);
  const request = await authorization(config);
  const { url } = await browser.follow(request.url);
  const redirect = new URL(url).searchParams.get('redirect') ?? '';
  const first = await browser.request('POST', '/api/ofw/login', { ...person, redirect });
  const { secondStepToken } = first.json<{ secondStepToken: string }>();
  expect((await browser.follow(redirect)).url).toContain('/app/login');
  const second = await finish(site.app, secondStepToken, codeNow(app));
  browser.cookies.set('session', {
    value: /session=([^;]+)/.exec(String(second.headers['set-cookie']))?.[1] ?? '',
    path: '/',
  });
  const tokens = await exchange(config, request, (await browser.follow(redirect)).url);
  expect(tokens.claims()?.sub).toBe(person.userId);
});

test('misuse of a code or token is rejected, and reuse revokes its grant', async () => {
  const site = await openSite({ environment });
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const app = () => site.app;
  const started = await signInToCalendar(app, person);
  const { config, browser } = started;
  /** Requests a fresh code with these parameters. */
  const withCode = async (parameters: Record<string, string> = {}) => {
    const request = await authorization(config, parameters);
    return { request, back: (await browser.follow(request.url)).url };
  };
  const post = (body: Record<string, string>, [id, key] = ['calendar', secret]) =>
    site.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(body).toString(),
    });
  const redeem = async (
    { request, back }: Awaited<ReturnType<typeof withCode>>,
    change: Record<string, string> = {},
    who?: [string, string],
  ) => {
    const code = new URL(back).searchParams.get('code') ?? '';
    const own = { redirect_uri: calendar.redirectUris[0] ?? '', code_verifier: request.verifier };
    const answer = await post({ grant_type: 'authorization_code', code, ...own, ...change }, who);
    return `${answer.statusCode} ${answer.json<{ error?: string }>().error ?? 'tokens'}`;
  };
  expect(await redeem(await withCode(), { redirect_uri: 'http://localhost:4899/other' })).toBe('400 invalid_grant');
  expect(await redeem(await withCode(), { code_verifier: 'w'.repeat(43) })).toBe('400 invalid_grant');
  expect(await redeem(await withCode(), {}, ['journal', journal.secret])).toBe('400 invalid_grant');
  expect(await redeem(await withCode(), {}, ['calendar', 'w'.repeat(40)])).toBe('401 invalid_client');
  // By the right app, in time and once: the table above fails only for the stated reasons.
  expect(await redeem(await withCode())).toBe('200 tokens');
  const late = await withCode();
  await sql`update oidc_records set payload = payload || '{"exp": 1}' where kind = 'AuthorizationCode'`.execute(db);
  expect(await redeem(late)).toBe('400 invalid_grant');

  const used = await signInToCalendar(app, person);
  expect(await isActive(used.config, used.tokens.access_token)).toBe(true);
  expect(await redeem({ request: used.request, back: used.back })).toBe('400 invalid_grant');
  expect(await isActive(used.config, used.tokens.access_token)).toBe(false);

  const offline = { scope: 'openid offline_access', prompt: 'consent' };
  const stored = await signInToCalendar(app, person, offline);
  const [first = ''] = [stored.tokens.refresh_token];
  const rotated = await client.refreshTokenGrant(stored.config, first);
  expect(await refused(client.refreshTokenGrant(stored.config, first))).toBe('invalid_grant');
  expect(await refused(client.refreshTokenGrant(stored.config, rotated.refresh_token ?? ''))).toBe('invalid_grant');
  expect(await isActive(stored.config, rotated.access_token)).toBe(false);

  // Nothing that a bearer presents is stored in the clear.
  const rows = JSON.stringify(await db.selectFrom('oidcRecords').select(['payload', 'kind']).execute());
  const shown = [
    stored.tokens.access_token,
    first,
    rotated.refresh_token,
    stored.browser.cookies.get('app-login')?.value,
  ];
  for (const bearer of shown) expect(rows).not.toContain(bearer ?? 'nothing');
});

test('redirects, scopes and sign-ins that are not the app’s own are rejected', async () => {
  const site = await openSite({ environment });
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const { config, browser } = await signInToCalendar(() => site.app, person);
  for (const [address, code] of [
    ['https://evil.example/', 'invalid_redirect_uri'],
    ['http://localhost:4899/signed-in/', 'invalid_redirect_uri'],
    ['http://localhost:4899/signed-in?to=//evil.example', 'invalid_redirect_uri'],
    ['http://localhost:4899/signed-in%2f..', 'invalid_redirect_uri'],
    [journal.redirectUris[0] ?? '', 'invalid_redirect_uri'],
  ] as const) {
    const { answer, url } = await browser.follow((await authorization(config, { redirect_uri: address })).url);
    expect([answer.statusCode, url.startsWith(`${origin}/oidc/auth`)]).toEqual([400, true]);
    expect(answer.body).toContain('This login can&#39;t continue');
    expect(answer.body).toContain(code);
    expect(answer.body).not.toContain(address);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
  const spanish = await authorization(config, { redirect_uri: 'https://evil.example', ui_locales: 'es' });
  expect((await browser.follow(spanish.url)).answer.body).toContain('No se puede continuar');
  const bare = new URL((await authorization(config)).url);
  for (const name of ['code_challenge', 'code_challenge_method']) bare.searchParams.delete(name);
  expect((await browser.follow(bare.href)).url).toContain('error=invalid_request');
  const plain = await authorization(config, { code_challenge_method: 'plain' });
  expect((await browser.follow(plain.url)).url).toContain('error=invalid_request');
  const token = await authorization(config, { response_type: 'id_token' });
  expect((await browser.follow(token.url)).url).toContain('error=invalid_request');

  // An app may not request what only another is configured for.
  const other = await discover(() => site.app, { id: 'journal', key: journal.secret });
  const [redirect_uri = ''] = journal.redirectUris;
  const wide = await authorization(other, { redirect_uri, scope: 'openid family' });
  expect((await browser.follow(wide.url)).url).toContain('error=invalid_scope');

  // A step begun in one browser is invalid in another, and so is its end.
  const request = await authorization(config);
  const [victim, thief] = [new Browser(() => site.app), new Browser(() => site.app)];
  const step = new URL((await victim.follow(request.url)).url).searchParams.get('redirect') ?? '';
  await thief.logIn(person, `/app/login?redirect=${step}`);
  expect((await thief.follow(step)).answer.statusCode).toBe(400);

  // A link from another site asks before signing anybody out; an app that proves whom it signed in does not.
  const end = await browser.follow('/oidc/session/end');
  expect(end.answer.body).toContain('Log out?');
  expect(end.answer.body).not.toContain('<script');
  const forged = await browser.request('POST', '/oidc/session/end/confirm', 'logout=yes&xsrf=guessed');
  expect(forged.statusCode).toBe(400);
  expect((await browser.request('GET', '/api/v2/sessions/current')).json()).toMatchObject({
    session: { userId: person.userId },
  });

  const wrong = (tries: number) =>
    Promise.all(
      Array.from({ length: tries }, () =>
        site.app.inject({
          method: 'POST',
          url: '/oidc/token',
          remoteAddress: '203.0.113.9',
          headers: {
            authorization: `Basic ${btoa('calendar:wrong')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: 'grant_type=refresh_token&refresh_token=x',
        }),
      ),
    );
  expect((await wrong(1))[0]?.statusCode).toBe(401);
  await wrong(199);
  expect((await wrong(1))[0]?.statusCode).toBe(429);
});

test('a login works across two processes; a code used concurrently gives at most one token', async () => {
  const site = await openSite({ environment });
  const other = await openSite({ environment: { ...environment, DATABASE_URL: site.databaseUrl } });
  const person = await addPerson(site.dependencies.db);
  let turn = 0;
  const next = () => (turn++ % 2 === 0 ? site.app : other.app);
  const { config, browser, tokens } = await signInToCalendar(next, person);
  expect(await isActive(config, tokens.access_token)).toBe(true);
  expect(await isActive(config, tokens.access_token)).toBe(true);
  for (let round = 0; round < 4; round += 1) {
    const request = await authorization(config);
    const { url } = await browser.follow(request.url);
    const results = await Promise.all([1, 2, 3].map(() => refused(exchange(config, request, url))));
    expect(results.filter((result) => result === 'went through').length).toBeLessThanOrEqual(1);
    expect(results.filter((result) => result === 'invalid_grant').length).toBeGreaterThanOrEqual(2);
  }
});

test('signing keys rotate without a restart, and tokens of both keys verify', async () => {
  const site = await openSite({ environment });
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const shared = { ...environment, DATABASE_URL: site.databaseUrl };
  /** Lets days pass, in a process that has looked for keys since: they look once a minute. */
  const passDays = async (count: number) => {
    await sql`update oidc_signing_keys set created_at = created_at - make_interval(days => ${count})`.execute(db);
    await site.dependencies.clientLogins?.renewKeys();
    const { app } = await openSite({ environment: shared });
    const { keys } = (await app.inject('/oidc/jwks')).json<{ keys: { kid: string }[] }>();
    const { tokens } = await signInToCalendar(() => app, person);
    const header = Buffer.from(tokens.id_token?.split('.')[0] ?? '', 'base64url').toString();
    return { signs: (JSON.parse(header) as { kid: string }).kid, published: keys.map(({ kid }) => kid) };
  };
  const first = await passDays(0);
  expect(first.published).toEqual([first.signs]);
  const created = await passDays(90);
  expect([created.signs, created.published.length]).toEqual([first.signs, 2]);
  const taken = await passDays(1);
  expect(taken.signs).not.toBe(first.signs);
  expect(taken.published).toContain(first.signs);
  expect((await passDays(1)).published).toEqual([taken.signs]);
});

test('without configured apps no provider endpoint answers', async () => {
  const { app, dependencies } = await openSite();
  expect(dependencies.clientLogins).toBeNull();
  expect((await app.inject('/oidc/.well-known/openid-configuration')).statusCode).toBe(404);
});

test('a request is answered with an error, and not left waiting, where the provider cannot be opened', async () => {
  const site = await openSite({ environment });
  const key = { id: '0190aaaa-0000-7000-8000-000000000000', keyId: 'lost', sealed: Buffer.from('lost') };
  await site.dependencies.db
    .insertInto('oidcSigningKeys')
    .values({ ...key, createdAt: site.clock.now() })
    .execute();
  const answer = await site.app.inject({ url: '/oidc/jwks', signal: AbortSignal.timeout(5_000) });
  expect([answer.statusCode, answer.json()]).toEqual([500, expect.objectContaining({ code: 'UNEXPECTED' })]);
});
