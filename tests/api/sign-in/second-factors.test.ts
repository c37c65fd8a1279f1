import { expect, test } from 'vitest';
import { m } from '#messages/messages.js';
import { minutes } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { createSealer } from '#server/sealed-secret.ts';
import { requestPasswordLink, resetByHolder, resetTokenOf } from '../../setup/ownership/recovery-calls.ts';
import {
  codeNow,
  finish,
  login,
  post,
  secondStep,
  sessionOf,
  withPasskey,
  withTotp,
} from '../../setup/ownership/second-factor.ts';
import { addPerson, cookieOf, signInAs } from '../../setup/person.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

const twenty = <Value>(call: () => Promise<Value>) => Promise.all(Array.from({ length: 20 }, call));
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('With an authenticator app the password alone signs nobody in; a code does, exactly once', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { secret } = await withTotp(app, person);
  const password = await login(app, person);
  expect([password.status, password.body.code, sessionOf(password)]).toEqual([403, 'SECOND_FACTOR_NEEDED', null]);
  const tokens = await Promise.all(Array.from({ length: 4 }, () => secondStep(app, person)));
  const code = codeNow(secret);
  const answers = await Promise.all(
    tokens.flatMap((token) => Array.from({ length: 5 }, () => finish(app, token, code))),
  );
  expect(countOf(answers, 200)).toBe(1);
  expect(answers.filter((answer) => sessionOf(answer) !== null)).toHaveLength(1);
  // Replayed in another sign-in; then the next code.
  const later = await secondStep(app, person);
  expect((await finish(app, later, code)).body).toMatchObject({ code: 'WRONG_CODE', triesLeft: 4 });
  const next = await finish(app, later, codeNow(secret, 1));
  expect(next.status).toBe(200);
  expect((await finish(app, later, codeNow(secret, 1))).status).toBe(401);
});

test('SEC3: The second step opens a new session, and each password login allows five codes', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { secret, headers } = await withTotp(app, person);
  const done = await finish(app, await secondStep(app, person), codeNow(secret), { cookie: headers['cookie'] ?? '' });
  expect(cookieOf(done.headers, 'session')).not.toBe(headers['cookie']);
  expect(
    (await send<{ session: null }>(app, { method: 'GET', path: '/v2/sessions/current', headers })).body.session,
  ).toBeNull();
  const token = await secondStep(app, person);
  const tries: number[] = [];
  for (let count = 0; count < 6; count++) tries.push((await finish(app, token, '000000')).status);
  expect(tries).toEqual([422, 422, 422, 422, 422, 401]);
});

test('SEC2: Wrong codes are limited to twenty a day across sign-ins, without locking out a known device', async () => {
  const { app, dependencies } = await openSite({ environment: { TRUST_PROXY: '127.0.0.1' } });
  const person = await addPerson(dependencies.db);
  const { secret } = await withTotp(app, person);
  const first = await finish(app, await secondStep(app, person), codeNow(secret));
  const device = cookieOf(first.headers, 'device') ?? '';
  expect(device).not.toBe('');
  const statuses: number[] = [];
  for (let count = 0; count < 25; count++) {
    if (count % 5 === 0) await dependencies.rateLimiter.forgive('sign-in', 'name', person.username);
    const forged = { 'x-forwarded-for': `192.0.2.${count}` };
    const token = (await login(app, person, forged)).body.secondStepToken ?? '';
    statuses.push((await finish(app, token, '000000', forged)).status);
  }
  expect([
    countOf(
      statuses.map((status) => ({ status })),
      422,
    ),
    statuses.at(-1),
  ]).toEqual([20, 429]);
  const token = await secondStep(app, person);
  expect((await finish(app, token, codeNow(secret, 1))).status).toBe(429);
  expect((await finish(app, token, codeNow(secret, 1), { cookie: device })).status).toBe(200);
});

test('Each of ten recovery codes works once, new codes replace the earlier ones, and removing the last factor deletes them', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { recoveryCodes, headers } = await withTotp(app, person);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const tokens = await Promise.all(Array.from({ length: 4 }, () => secondStep(app, person)));
  const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase();
  const answers = await Promise.all(
    tokens.flatMap((token) => Array.from({ length: 5 }, () => finish(app, token, typed))),
  );
  expect(countOf(answers, 200)).toBe(1);
  const remade = await post<{ recoveryCodes: string[] }>(app, '/v2/account/second-factors/recovery-codes', headers);
  const token = await secondStep(app, person);
  expect((await finish(app, token, recoveryCodes[1] ?? '')).status).toBe(422);
  expect((await finish(app, token, remade.body.recoveryCodes[0] ?? '')).status).toBe(200);
  await send(app, { method: 'DELETE', path: '/v2/account/second-factors/totp', headers });
  expect((await login(app, person)).status).toBe(200);
  expect(await dependencies.db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([]);
});

test('A new password keeps the second factor, and ends every sign-in that awaited it with the old one', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  await site.startJobs();
  const person = await addPerson(dependencies.db);
  const { secret } = await withTotp(app, person);
  const stale = await secondStep(app, person);
  await requestPasswordLink(app, person.username);
  const reset = await resetByHolder(site, await resetTokenOf(site, person.email), 'another-harbour-8');
  expect(cookieOf(reset.headers, 'device'), 'a mailbox alone makes no browser known').toBeNull();
  expect((await finish(app, stale, codeNow(secret))).status).toBe(401);
  const answer = await login(app, { ...person, password: 'another-harbour-8' });
  expect(answer.body.code).toBe('SECOND_FACTOR_NEEDED');
  expect((await finish(app, answer.body.secondStepToken ?? '', codeNow(secret))).status).toBe(200);
});

test('A session and the password change nothing about second factors without the factor itself', async () => {
  const { app, dependencies, clock } = await openSite();
  const { db } = dependencies;
  const person = await addPerson(db);
  const { secret, headers } = await withTotp(app, person);
  clock.advance(minutes(11));
  const weighty = [
    ['POST', '/v2/account/second-factors/recovery-codes'],
    ['DELETE', '/v2/account/second-factors/totp'],
    ['POST', '/v2/account/second-factors/totp'],
    ['POST', '/v2/account/passkeys/options'],
  ] as const;
  const codes = async (by: Record<string, string>) =>
    Promise.all(
      weighty.map(
        async ([method, path]) => (await send<{ code?: string }>(app, { method, path, headers: by })).body.code,
      ),
    );
  expect(new Set(await codes(headers))).toEqual(new Set(['FRESH_SIGN_IN_NEEDED']));
  const prove = (body: object) => post(app, '/v2/account/proof', headers, body);
  expect((await prove({ password: person.password })).body.code).toBe('SECOND_FACTOR_NEEDED');
  expect((await prove({ password: person.password, code: '000000' })).body.code).toBe('WRONG_CODE');
  expect(new Set(await codes(headers))).toEqual(new Set(['FRESH_SIGN_IN_NEEDED']));
  // Changing the password opens a new session, which does not make the proof fresher.
  const { body } = await send<{ session: { auth: string } }>(app, {
    method: 'GET',
    path: '/v2/sessions/current',
    headers,
  });
  const changed = await post(app, `/ofw/signup/changepassword.form?_at=${body.session.auth}`, headers, {
    currentPassword: person.password,
    password: 'another-harbour-8',
  });
  const next = sessionOf(changed);
  expect(new Set(await codes(next ?? {}))).toEqual(new Set(['FRESH_SIGN_IN_NEEDED']));
  const proof = await post(app, '/v2/account/proof', next ?? {}, {
    password: 'another-harbour-8',
    code: codeNow(secret),
  });
  expect(proof.status).toBe(200);
  expect(
    (await send(app, { method: 'DELETE', path: '/v2/account/second-factors/totp', headers: next ?? {} })).status,
  ).toBe(200);
});

test('An unconfirmed app is not required, restarting replaces its secret, and a second app is rejected', async () => {
  const { app, dependencies } = await openSite();
  const person = await addPerson(dependencies.db);
  const { headers } = await signInAs(app, person);
  const begin = () => post<{ secret: string; code?: string }>(app, '/v2/account/second-factors/totp', headers);
  const confirm = (code: string) => post(app, '/v2/account/second-factors/totp/confirmation', headers, { code });
  const first = (await begin()).body.secret;
  const second = (await begin()).body.secret;
  expect((await login(app, person)).status).toBe(200);
  expect((await confirm(codeNow(first))).status).toBe(422);
  const answers = await twenty(() => confirm(codeNow(second)));
  expect(countOf(answers, 200)).toBe(1);
  expect((await begin()).body.code).toBe('CONFLICT');
});

test('SEC7: The secret of an app is sealed at rest with a key of the configuration, for one person, and an earlier key still opens it', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const [person, other] = [await addPerson(db), await addPerson(db)];
  const { secret } = await withTotp(app, person);
  const row = await db.selectFrom('totpFactors').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify({ ...row, sealed: row.sealed.toString('latin1') })).not.toContain(secret);
  expect(dependencies.sealer.open(row, person.userId).toString()).toBe(secret);
  expect(() => dependencies.sealer.open(row, other.userId)).toThrow();
  const [old, fresh] = [
    { id: 'one', key: Buffer.alloc(32, 1) },
    { id: 'two', key: Buffer.alloc(32, 2) },
  ] as const;
  const sealed = createSealer([old]).seal(Buffer.from(secret), person.userId);
  await db.updateTable('totpFactors').set(sealed).execute();
  const rotated = await openSite({
    environment: {
      SECOND_FACTOR_KEYS: [fresh, old].map(({ id, key }) => `${id}:${key.toString('base64')}`).join(),
    },
  });
  expect(rotated.dependencies.sealer.currentKeyId).toBe('two');
  expect(rotated.dependencies.sealer.open(sealed, person.userId).toString()).toBe(secret);
  expect(() => createSealer([fresh]).open(sealed, person.userId)).toThrow(/one/);
});

test('SEC7: After a key rotation a job reseals every app’s secret; one with a missing key does not stop the others', async () => {
  const { app, dependencies, jobDependencies, logged } = await openSite();
  const { db } = dependencies;
  const [one, other, lost] = [await addPerson(db), await addPerson(db), await addPerson(db)];
  const secrets = new Map<string, string>();
  for (const person of [lost, one, other]) secrets.set(person.userId, (await withTotp(app, person)).secret);
  const keys = ['one', 'two', 'gone'].map((id, index) => ({ id, key: Buffer.alloc(32, index + 1) }));
  const [old, fresh, gone] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
  const seal = (key: typeof old, userId: string) =>
    createSealer([key]).seal(Buffer.from(secrets.get(userId) ?? ''), userId);
  for (const { userId } of [one, other, lost])
    await db
      .updateTable('totpFactors')
      .set(seal(userId === lost.userId ? gone : old, userId))
      .where('userId', '=', userId)
      .execute();
  const sealer = createSealer([fresh, old]);
  const run = () => jobs['reseal-app-secrets'].run({ ...jobDependencies, sealer }, {});
  await Promise.all([run(), run()]);
  const rows = await db.selectFrom('totpFactors').selectAll().execute();
  const found = rows.map(({ userId, ...row }) =>
    row.keyId === 'two' ? createSealer([fresh]).open(row, userId).toString() === secrets.get(userId) : row.keyId,
  );
  expect(found.toSorted()).toEqual(['gone', true, true]);
  const told = logged.filter((line) => line.includes('"unopened":1'));
  expect(told).toHaveLength(2);
  expect(told.join()).not.toContain(lost.userId);
});

test('Professionals who must have a second factor cannot open their pages without one, nor remove their last one', async () => {
  const { app, dependencies } = await openSite({ environment: { REQUIRE_SECOND_FACTOR_FOR: 'professionals' } });
  const [professional, parent] = [
    await addPerson(dependencies.db, { role: 'PROFESSIONAL' }),
    await addPerson(dependencies.db),
  ];
  const { headers } = await signInAs(app, professional);
  const cases = () =>
    send<{ code?: string; message?: string }>(app, {
      method: 'POST',
      path: '/v2/professional/cases/search',
      body: {},
      headers,
    });
  const refusal = (await cases()).body;
  expect(refusal.code).toBe('SECOND_FACTOR_REQUIRED');
  expect(refusal.message, 'names the page that the account shows').toContain(m.account_security({}, { locale: 'en' }));
  const who = await send<{ session: { mustAddFactor: boolean } }>(app, {
    method: 'GET',
    path: '/v2/sessions/current',
    headers,
  });
  expect(who.body.session.mustAddFactor).toBe(true);
  await withPasskey(app, headers);
  expect((await cases()).status).toBe(200);
  const { body } = await send<{ passkeys: { id: string }[] }>(app, {
    method: 'GET',
    path: '/v2/account/second-factors',
    headers,
  });
  const removal = await send<{ code: string }>(app, {
    method: 'DELETE',
    path: `/v2/account/passkeys/${body.passkeys[0]?.id}`,
    headers,
  });
  expect(removal.body.code).toBe('SECOND_FACTOR_REQUIRED');
  const own = await signInAs(app, parent);
  expect((await send(app, { method: 'GET', path: '/v2/account', headers: own.headers })).status).toBe(200);
});
