import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { addPerson } from '../../setup/person.ts';
import {
  authorization,
  Browser,
  calendar,
  discover,
  environment,
  exchange,
  journal,
  origin,
  secret,
  signInToCalendar,
} from '../../setup/providers/client-login.ts';
import { openSite } from '../../setup/site.ts';

const issuer = `${origin}/oidc`;

test('discovery is accurate and sufficient for a strict app (OpenID Connect Discovery 1.0, RFC 8414, RFC 9700)', async () => {
  const site = await openSite({ environment });
  const { app } = site;
  const answer = await app.inject('/oidc/.well-known/openid-configuration');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const said = answer.json<Record<string, unknown>>();
  expect(said).toMatchObject({
    issuer,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    // With two providers, an app can tell which one has responded (RFC 9207).
    authorization_response_iss_parameter_supported: true,
    request_uri_parameter_supported: false,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
  const addresses = Object.entries(said).filter(([name]) => /_(endpoint|uri)$/.test(name));
  expect(addresses.map(([name]) => name).toSorted()).toEqual([
    'authorization_endpoint',
    'end_session_endpoint',
    'introspection_endpoint',
    'jwks_uri',
    'revocation_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
  ]);
  for (const [name, address] of addresses) {
    expect([name, String(address).startsWith(`${issuer}/`)]).toEqual([name, true]);
    const url = String(address).replace(origin, '');
    const method = /(token|revocation|introspection)_endpoint/.test(name) ? 'POST' : 'GET';
    expect([name, (await app.inject({ method, url })).statusCode === 404]).toEqual([name, false]);
  }
  const { keys } = (await app.inject('/oidc/jwks')).json<{ keys: Record<string, unknown>[] }>();
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);

  const config = await discover(() => app);
  client.enableNonRepudiationChecks(config);
  const person = await addPerson(site.dependencies.db);
  const browser = new Browser(() => app);
  const request = await authorization(config);
  const form = await browser.follow(request.url);
  const { url } = await browser.follow(await browser.logIn(person, form.url));
  expect(new URL(url).searchParams.get('iss')).toBe(issuer);
  expect((await exchange(config, request, url)).claims()?.sub).toBe(person.userId);
  const elsewhere = new URL(url);
  elsewhere.searchParams.set('iss', 'https://evil.example');
  await expect(exchange(config, request, elsewhere.href)).rejects.toThrow('invalid response encountered');
});

test('the token endpoint returns RFC 6749 errors, uncacheable, and accepts the secret in one place only', async () => {
  const { app } = await openSite({ environment });
  const basic = (id: string, key: string) => ({ authorization: `Basic ${btoa(`${id}:${key}`)}` });
  const own = basic('calendar', secret);
  const refresh = 'grant_type=refresh_token&refresh_token=x';
  const inBody = `client_id=calendar&client_secret=${secret}`;
  const code = 'grant_type=authorization_code&code=x';
  const redirect = `redirect_uri=${encodeURIComponent(calendar.redirectUris[0] ?? '')}`;
  const cases: [string, Record<string, string>, string, string?][] = [
    ['400 unsupported_grant_type', own, 'grant_type=password&username=a&password=b'],
    ['400 unsupported_grant_type', own, 'grant_type=urn:ietf:params:oauth:grant-type:device_code'],
    ['400 invalid_request', own, 'grant_type='],
    ['400 invalid_request', own, code],
    ['400 invalid_request', own, `${code}&code=y&${redirect}`],
    ['400 invalid_grant', own, `${code}&${redirect}&code_verifier=${'w'.repeat(43)}`],
    ['400 invalid_grant', own, refresh],
    ['400 invalid_grant', {}, `${refresh}&${inBody}`],
    ['401 invalid_client', basic('calendar', 'wrong'), refresh],
    ['401 invalid_client', basic('nobody', secret), refresh],
    ['400 invalid_request', own, `${refresh}&${inBody}`],
    ['400 invalid_request', {}, refresh, `/oidc/token?${inBody}`],
    // The library's code for a grant that the app may not use; the standard has `unauthorized_client`.
    ['400 invalid_request', basic('journal', journal.secret), 'grant_type=client_credentials&scope=entitlements'],
    ['400 invalid_scope', own, 'grant_type=client_credentials&scope=email'],
  ];
  for (const [expected, headers, payload, url = '/oidc/token'] of cases) {
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const answer = await app.inject({ method: 'POST', url, headers: form, payload });
    const { error } = answer.json<{ error: string }>();
    expect([payload, `${answer.statusCode} ${error}`]).toEqual([payload, expected]);
    expect([answer.headers['cache-control'], answer.body.includes(secret)]).toEqual(['no-store', false]);
    const challenge = String(answer.headers['www-authenticate'] ?? '');
    expect([payload, challenge.startsWith('Basic ')]).toEqual([payload, expected.startsWith('401')]);
  }
  // Nor may a token be in an address (RFC 6750, RFC 9700).
  const { access_token } = await client.clientCredentialsGrant(await discover(() => app), { scope: 'entitlements' });
  expect((await app.inject(`/oidc/me?access_token=${access_token}`)).statusCode).toBe(400);
  expect((await app.inject('/oidc/me')).statusCode).toBe(401);
});

test('an app’s logout returns its state to its own addresses only, even without a session here (OpenID Connect RP-Initiated Logout 1.0)', async () => {
  const site = await openSite({ environment });
  const person = await addPerson(site.dependencies.db);
  const { config, browser, tokens } = await signInToCalendar(() => site.app, person);
  const end = (options: Record<string, string>) =>
    browser.request(
      'GET',
      client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '', ...options }).href,
    );
  const own = calendar.postLogoutRedirectUris[0] ?? '';
  const wrong: Record<string, string>[] = [
    { post_logout_redirect_uri: 'https://evil.example/' },
    { post_logout_redirect_uri: `${own}?to=//evil.example` },
    { post_logout_redirect_uri: own, client_id: 'journal' },
    { post_logout_redirect_uri: own, id_token_hint: `${(tokens.id_token ?? '').slice(0, -8)}AAAAAAAA` },
  ];
  for (const query of wrong) {
    const { statusCode, headers } = await end(query);
    expect([query, statusCode, headers.location]).toEqual([query, 400, undefined]);
  }
  const options = { post_logout_redirect_uri: own, state: 'of-the-app' };
  const { body } = await end(options);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const left = await browser.request('POST', '/oidc/session/end/confirm', `logout=yes&xsrf=${xsrf}`);
  expect([left.statusCode, left.headers.location]).toEqual([303, `${own}?state=of-the-app`]);
  expect(browser.cookies.has('session')).toBe(false);
  const again = await end(options);
  expect([again.statusCode, again.headers.location]).toEqual([302, `${own}?state=of-the-app`]);
  const nowhere = await browser.request('GET', '/oidc/session/end?post_logout_redirect_uri=https://evil.example/');
  expect([nowhere.statusCode, nowhere.headers.location]).toEqual([302, '/app/login']);
  for (const refusedNow of wrong) expect((await end(refusedNow)).statusCode).toBe(400);
});
