import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import { setBreakpoint } from '../../faults/breakpoints.ts';
import {
  callUsernameRecovery,
  codeIn,
  comparableAnswer,
  requestCode,
  requestPasswordLink,
  resetByHolder,
  resetPassword,
  resetTokenOf,
  textsTo,
} from '../../setup/ownership/recovery-calls.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('SEC1, 7.3-5: a password request gets the same answer for known and unknown users, and is mailed only to known ones', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const answers = [
    await requestPasswordLink(site.app, person.username),
    await requestPasswordLink(site.app, person.email.toUpperCase()),
    await requestPasswordLink(site.app, 'nobody.at.all'),
    await requestPasswordLink(site.app, 'nobody@example.com'),
  ];
  for (const answer of answers)
    expect(comparableAnswer(answer)).toEqual(comparableAnswer(answers[0] as (typeof answers)[0]));
  expect(answers[0]?.body).toEqual({ result: 'SUCCESS' });
  expect((await requestPasswordLink(site.app, 'nul\u0000@example.com')).status).toBe(400);
  await site.startJobs();
  await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (mails) => mails.length === 2,
  );
  expect(await mailsTo(site.sandboxUrl, 'nobody@example.com')).toEqual([]);
  const left = await site.dependencies.db.selectFrom('recoveryRequests').select('typed').execute();
  expect(left.every(({ typed }) => typed === null)).toBe(true);
});

test('SEC3, 7.3-6: a mailed link sets a new password once; every session ends and the owner is notified', async () => {
  const site = await openSite();
  const { app, dependencies, clock } = site;
  await site.startJobs();
  const person = await addPerson(dependencies.db);
  const session = await signInAs(app, person);
  await requestPasswordLink(app, person.username);
  const token = await resetTokenOf(site, person.email);
  expect(token).toHaveLength(43);

  const look = () =>
    send<{ username: string }>(app, {
      method: 'GET',
      path: '/v2/users/password/reset',
      headers: { authorization: `Bearer ${token}` },
    });
  const owner = {
    mayBeAnothers: false,
    username: person.username,
    email: person.email,
    firstName: 'Marta',
    lastName: expect.any(String),
    further: { phone: `•••\u00a0${person.phoneNumber.slice(-2)}`, securityQuestion: null, factor: false },
  };
  expect((await look()).body).toEqual(owner);
  expect((await resetPassword(app, token, 'short')).body.validationErrors).toMatchObject([
    { field: 'password', code: 'password_rules' },
  ]);
  expect((await look()).status).toBe(200);
  expect((await resetByHolder(site, token, 'another-harbour-8')).status).toBe(200);
  expect((await resetPassword(app, token, 'a-third-harbour-9')).status).toBe(401);
  expect((await look()).status).toBe(401);

  const current = await send<{ session: unknown }>(app, {
    method: 'GET',
    path: '/v2/sessions/current',
    headers: session.headers,
  });
  expect(current.body.session).toBeNull();
  await expect(signInAs(app, person)).rejects.toThrow('401');
  await signInAs(app, { username: person.username, password: 'another-harbour-8' });
  await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (mails) => mails.some(({ subject }) => /password (was|has been) changed/i.test(subject)),
  );

  await requestPasswordLink(app, person.username);
  const late = await eventually(
    async () =>
      (await mailsTo(site.sandboxUrl, person.email))
        .flatMap(({ links }) => links)
        .map((link) => /#token=([\w-]+)/.exec(link)?.[1] ?? '')
        .find((one) => one !== '' && one !== token),
    (one) => one !== undefined,
  );
  clock.advance(minutes(31));
  expect((await resetPassword(app, late ?? '', 'a-third-harbour-9')).status).toBe(401);
});

test('two submissions at once on one link change the password once', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  await requestPasswordLink(site.app, person.username);
  const token = await resetTokenOf(site, person.email);
  const answers = await Promise.all([
    resetByHolder(site, token, 'another-harbour-8'),
    resetByHolder(site, token, 'a-third-harbour-9'),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('SEC3: a sign-in with the old password ends with it, whichever is first; of twenty changes at once one counts', async () => {
  const site = await openSite();
  const { app, dependencies, databaseUrl } = site;
  for (const point of [
    { table: 'sessions', statement: 'insert' },
    { table: 'users', statement: 'update' },
  ] as const) {
    const person = await addPerson(dependencies.db);
    const { headers, auth } = await signInAs(app, person);
    const change = (password: string) =>
      send<{ code: string }>(app, {
        method: 'POST',
        path: `/ofw/signup/changepassword.form?_at=${auth}`,
        body: { currentPassword: person.password, password },
        headers,
      });
    const breakpoint = await setBreakpoint({ databaseUrl, point });
    const changes = point.table === 'users' ? Array.from({ length: 20 }, (_, one) => change(`quiet-river-${one}`)) : [];
    if (point.table === 'users') await breakpoint.reached();
    const signingIn = signInAs(app, person).catch(() => null);
    if (point.table === 'sessions') {
      await breakpoint.reached();
      changes.push(change('quiet-river-1'));
    }
    await setTimeout(500);
    await breakpoint.resume();
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const late = await signingIn;
    const ended = late && (await send(app, { method: 'GET', path: '/v2/account', headers: late.headers })).status;
    expect([null, 401]).toContain(ended);
    const left = dependencies.db.selectFrom('sessions').select('id').where('userId', '=', person.userId);
    expect(await left.execute()).toHaveLength(1);
  }
});

test('SEC7: tokens and codes of recovery are neither logged nor stored', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  await requestPasswordLink(site.app, person.username);
  const token = await resetTokenOf(site, person.email);
  await resetByHolder(site, token, 'another-harbour-8');
  const { check } = await requestCode(site, person);
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, `+1${person.phoneNumber}`),
    (texts) => texts.length === 1,
  );
  await check(codeIn(text));
  await callUsernameRecovery(site.app, 'email', { email: person.email });
  const waiting = () =>
    site.dependencies.db.selectFrom('recoveryRequests').select('id').where('typed', 'is not', null).execute();
  await eventually(waiting, (rows) => rows.length === 0);
  const tables = await Promise.all(
    ['singleUseTokens', 'recoveryRequests', 'sessions', 'rateLimits'].map((table) =>
      site.dependencies.db
        .selectFrom(table as 'sessions')
        .selectAll()
        .execute(),
    ),
  );
  const kept = JSON.stringify(tables) + site.logged.join('\n');
  for (const secret of [token, codeIn(text), person.email, person.phoneNumber, 'another-harbour-8'])
    expect(kept).not.toContain(secret);
});

test('a page of another site cannot make a browser ask for mails or texts', async () => {
  const { app, dependencies } = await openSite();
  for (const path of ['email?email=a@example.com', 'mobilePhone?mobilePhoneNumber=2025550142&countryCode=1']) {
    const answer = await app.inject({
      method: 'GET',
      url: `/api/v1/usernameRecovery/${path}`,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(403);
  }
  expect(await dependencies.db.selectFrom('recoveryRequests').select('id').execute()).toEqual([]);
});
