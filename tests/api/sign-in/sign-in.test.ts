import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import { addPerson, cookieOf, signedInBy, signInAs } from '../../setup/person.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const origin = 'http://localhost:3000';
type Session = { session: { userId: string; auth: string; role: string; secondsLeft: number } | null };

const login = (app: TestSite['app'], body: object, headers: Record<string, string> = {}) =>
  send(app, { method: 'POST', path: '/ofw/login', body, headers: { origin, ...headers } });
const who = async (app: TestSite['app'], headers: Record<string, string>) =>
  (await send<Session>(app, { method: 'GET', path: '/v2/sessions/current', headers })).body.session;

test('7.3-2: a user with the correct username and password is signed in and redirected', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const answer = await login(app, {
    username: person.username.toUpperCase(),
    password: person.password,
    submit: 'Log In',
    eventId: 'submit',
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    url: '/app/home',
    redirectUrl: null,
    auth: expect.stringMatching(/^[\w-]{43}$/),
    userId: person.userId,
  });
  const cookie = cookieOf(answer.headers, 'session') ?? '';
  expect((await who(app, { cookie }))?.userId).toBe(person.userId);
});

test('7.3-3: form values are accepted like JSON', async () => {
  const { app, dependencies } = await openSite();
  const { username, password } = await addPerson(dependencies.db, { role: 'PROFESSIONAL' });
  const payload = new URLSearchParams({ username, password, submit: 'Log In', eventId: 'submit' }).toString();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/ofw/login',
    payload,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ url: '/app/pro/cases' });
});

test('the cookie is HttpOnly and SameSite=Lax, and over https bound to the host', async () => {
  const site = await openSite({ environment: { PUBLIC_URL: 'https://evenkeel.example' } });
  const { username, password } = await addPerson(site.dependencies.db);
  const answer = await login(site.app, { username, password }, { origin: 'https://evenkeel.example' });
  const [cookie] = answer.headers['set-cookie'] as string[];
  expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

test('the database holds neither token nor password', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { headers } = await signInAs(app, person);
  const [row] = await dependencies.db.selectFrom('sessions').selectAll().execute();
  expect(row?.tokenHash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(headers['cookie']?.split('=')[1]);
});

test('SEC1, F7: an unknown name and a wrong password get the same answer, with the same timing', async () => {
  const { app, dependencies } = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const person = await addPerson(dependencies.db);
  const bare = ({ status, body, headers }: Awaited<ReturnType<typeof login>>) => {
    const { requestId: _, ...rest } = body;
    const { date: __, 'x-request-id': ___, ...kept } = headers;
    return { status, rest, kept };
  };
  const wrong = await login(app, { username: person.username, password: 'not-the-password-1' });
  const unknown = await login(app, { username: 'nobody.at.all', password: 'not-the-password-1' });
  const impossible = await login(app, { username: '\u0000@', password: 'not-the-password-1' });
  const wrongByEmail = await login(app, { username: person.email, password: 'not-the-password-1' });
  const unknownEmail = await login(app, { username: 'nobody-at-all@example.com', password: 'not-the-password-1' });
  expect(wrong.status).toBe(401);
  for (const answer of [unknown, wrongByEmail, unknownEmail]) expect(bare(answer)).toEqual(bare(wrong));
  expect(bare(impossible)).toEqual(bare(wrong));

  // The fastest of many, alternating: it is independent of other work on the machine, sooner the quieter the machine.
  const quickest = { known: Number.POSITIVE_INFINITY, stranger: Number.POSITIVE_INFINITY };
  const ratio = () => quickest.stranger / quickest.known;
  const areAlike = () => ratio() > 0.7 && ratio() < 1.4;
  for (let round = 0; round < 10 || (round < 100 && !areAlike()); round++) {
    for (const [kind, username] of [
      ['known', round % 2 === 0 ? person.username : person.email],
      ['stranger', round % 2 === 0 ? 'nobody.at.all' : 'nobody-at-all@example.com'],
    ] as const) {
      const from = performance.now();
      await login(app, { username, password: 'not-the-password-1' });
      quickest[kind] = Math.min(quickest[kind], performance.now() - from);
    }
  }
  // Without the decoy hash a stranger's response takes a fraction of the time.
  expect(ratio()).toBeGreaterThan(0.7);
  expect(ratio()).toBeLessThan(1.4);
});

test('F7: a unique e-mail signs in as the username does; their limits do not reveal that they belong together', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const person = await addPerson(db);
  const byEmail = await login(app, { username: ` ${person.email.toUpperCase()} `, password: person.password });
  expect([byEmail.status, await signedInBy(app, byEmail)]).toEqual([200, person.userId]);
  // Somebody without a username yet, or with a closed account, makes nothing ambiguous; a second account does.
  for (const [change, status] of [
    [{ username: null, status: 'CREDENTIALS_NEEDED' }, 200],
    [{ status: 'CLOSED' }, 200],
    [{}, 401],
  ] as const) {
    const other = await addPerson(db);
    await db
      .updateTable('users')
      .set({ emailNormalised: person.email, ...change })
      .where('id', '=', other.userId)
      .execute();
    // A new address loses the proof.
    await db.updateTable('users').set({ emailProvenAt: new Date() }).where('id', '=', other.userId).execute();
    expect((await login(app, { username: person.email, password: person.password })).status).toBe(status);
    await db.updateTable('users').set({ emailNormalised: other.email }).where('id', '=', other.userId).execute();
  }
  const wrong = async (username: string) => (await login(app, { username, password: 'not-the-password-1' })).status;
  const fresh = await addPerson(db);
  for (const name of ['nobody@example.com', fresh.email, fresh.username]) {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push(await wrong(name));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  }
});

test('a closed account cannot be signed in to', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { headers } = await signInAs(app, person);
  await dependencies.db.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', person.userId).execute();
  expect((await login(app, person)).status).toBe(401);
  expect(await who(app, headers)).toBeNull();
});

test('SEC3: a login does not reuse an existing session, and ends it', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const planted = `session=${'A'.repeat(43)}`;
  const first = await login(app, person, { cookie: planted });
  const cookie = cookieOf(first.headers, 'session') ?? '';
  expect(cookie).not.toBe(planted);
  const second = await login(app, person, { cookie });
  expect(cookieOf(second.headers, 'session')).not.toBe(cookie);
  expect(await who(app, { cookie })).toBeNull();
  expect(await who(app, { cookie: planted })).toBeNull();
});

test('a session ends half an hour after its last use, and twelve hours after it began', async () => {
  const { app, dependencies, clock } = await openSite();
  const person = await addPerson(dependencies.db);
  const { headers } = await signInAs(app, person);
  const keep = (active: boolean) =>
    send<{ signedIn: boolean; secondsLeft: number }>(app, {
      method: 'GET',
      path: `/ofw/keepalive.form?active=${active}`,
      headers,
    });
  clock.advance(minutes(29));
  expect((await keep(false)).body.secondsLeft).toBeLessThanOrEqual(60);
  expect((await keep(true)).body.secondsLeft).toBeGreaterThan(29 * 60);
  clock.advance(minutes(29));
  expect((await keep(false)).body.signedIn).toBe(true);
  clock.advance(minutes(2));
  const over = await keep(true);
  expect(over.body).toEqual({ signedIn: false, userId: null, secondsLeft: null });
  expect(cookieOf(over.headers, 'session')).toBeNull();

  const again = await signInAs(app, person);
  for (let half = 0; half < 25; half++) {
    clock.advance(minutes(29));
    await send(app, { method: 'GET', path: '/ofw/keepalive.form?active=true', headers: again.headers });
  }
  expect(await who(app, again.headers)).toBeNull();
});

test('a user sees their sessions and can sign out there, here or everywhere', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const stranger = await addPerson(dependencies.db);
  const phone = await signInAs(app, person, {
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
  });
  const laptop = await signInAs(app, person, {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  });
  const other = await signInAs(app, stranger);
  type Devices = { devices: { id: string; browser: string | null; system: string | null; current: boolean }[] };
  const devices = (await send<Devices>(app, { method: 'GET', path: '/v2/sessions', headers: laptop.headers })).body
    .devices;
  expect(devices.map(({ browser, system, current }) => [browser, system, current])).toEqual([
    ['Firefox', 'Windows', true],
    ['Chrome', 'Android', false],
  ]);
  const phoneId = devices[1]?.id ?? '';
  const remove = (path: string, headers: Record<string, string>) =>
    app.inject({ method: 'DELETE', url: `/api${path}`, headers });
  expect((await remove(`/v2/sessions/${phoneId}`, other.headers)).statusCode).toBe(404);
  expect(await who(app, phone.headers)).not.toBeNull();
  expect((await remove(`/v2/sessions/${phoneId}`, laptop.headers)).statusCode).toBe(200);
  expect(await who(app, phone.headers)).toBeNull();

  const tablet = await signInAs(app, person);
  expect((await remove('/v2/sessions/current', tablet.headers)).statusCode).toBe(200);
  expect(await who(app, tablet.headers)).toBeNull();
  expect(await who(app, laptop.headers)).not.toBeNull();
  const back = await signInAs(app, person);
  expect((await remove('/v2/sessions', back.headers)).statusCode).toBe(200);
  expect(await who(app, laptop.headers)).toBeNull();
  expect(await who(app, other.headers)).not.toBeNull();
});

test('SEC4: a login from another site, as text/plain or as an unproven form has no effect', async () => {
  const { app, dependencies } = await openSite();
  const { username, password } = await addPerson(dependencies.db);
  const json = JSON.stringify({ username, password });
  const form = new URLSearchParams({ username, password }).toString();
  const tries: [Record<string, string>, string][] = [
    [{ origin: 'https://evil.example', 'content-type': 'application/json' }, json],
    [{ origin: 'null', 'content-type': 'application/json' }, json],
    [{ 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, json],
    [{ 'sec-fetch-site': 'same-site', 'content-type': 'application/json' }, json],
    [{ 'content-type': 'text/plain' }, json],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, form],
    [{ origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }, form],
    [{ cookie: `session=${'A'.repeat(43)}`, 'content-type': 'application/json' }, json],
  ];
  for (const [headers, payload] of tries) {
    const answer = await app.inject({ method: 'POST', url: '/api/ofw/login', payload, headers });
    expect([headers, answer.statusCode]).toEqual([headers, 403]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(await dependencies.db.selectFrom('sessions').select('id').execute()).toEqual([]);
});

test('SEC5: the login never redirects to another site', async () => {
  const { app, dependencies } = await openSite();
  const { username, password } = await addPerson(dependencies.db);
  const redirectOf = async (redirect: string) =>
    (await login(app, { username, password, redirect })).body['redirectUrl'];
  expect(await redirectOf('/app/account/billing')).toBe('/app/account/billing');
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'https://evil.example/app/home',
  ])
    expect(await redirectOf(evil)).toBeNull();
});

test('SEC3, 7.3-4: changing a password requires the old one, ends every other session and renews this one’s id', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const here = await signInAs(app, person);
  const there = await signInAs(app, person);
  const change = (auth: string, body: object) =>
    send<{ auth: string; validationErrors: { field: string; code: string }[] }>(app, {
      method: 'POST',
      path: `/ofw/signup/changepassword.form?_at=${auth}`,
      body,
      headers: here.headers,
    });
  const body = { currentPassword: person.password, password: 'another-harbour-8' };
  expect((await change(there.auth, body)).status).toBe(403);
  const wrong = await change(here.auth, { ...body, currentPassword: 'quiet-harbour-8' });
  expect(wrong.body.validationErrors).toMatchObject([{ field: 'currentPassword', code: 'current_password' }]);
  expect((await change(here.auth, { ...body, password: `${person.username}1!` })).status).toBe(200);
  const changed = await who(app, here.headers);
  expect(changed).toBeNull();
  expect(await who(app, there.headers)).toBeNull();
  expect((await login(app, person)).status).toBe(401);
});

test.each([
  ['a username of 10 kB', { username: 'x'.repeat(10_000), password: 'y' }],
  ['a password of 1 kB', { username: 'a', password: 'p'.repeat(1000) }],
  ['nothing typed', { username: '', password: '' }],
  ['a number', { username: 7 }],
  ['a list', []],
  ['a text', 'text'],
  ['null', null],
])('SEC9: %s gets 400, never a server error', async (_name, body) => {
  const { app } = await openSite();
  const answer = await send(app, { method: 'POST', path: '/ofw/login', body, headers: { origin } });
  expect(answer.status).toBe(400);
});
