import { expect, test } from 'vitest';
import { limits } from '#server/rate-limits/limits.ts';
import { resetByHolder } from '../../setup/ownership/recovery-calls.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const origin = 'http://localhost:3000';
type Try = { username: string; password?: string; from?: string; headers?: Record<string, string> };

const tryLogin = (
  { app }: TestSite,
  { username, password = 'not-the-password-1', from = '203.0.113.9', headers = {} }: Try,
) =>
  app.inject({
    method: 'POST',
    url: '/api/ofw/login',
    payload: { username, password },
    remoteAddress: from,
    headers: { origin, ...headers },
  });

test('SEC2: a hundred wrong passwords on one account are stopped after ten, from wherever they come', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const statuses: number[] = [];
  for (let count = 0; count < 100; count++)
    statuses.push((await tryLogin(site, { username: person.username, from: `203.0.113.${count}` })).statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10).every((status) => status === 429)).toBe(true);
  const right = await tryLogin(site, { ...person, from: '198.51.100.1' });
  expect(right.statusCode).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect(right.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 });
});

test('SEC2: an unknown account is limited in the same way', async () => {
  const site = await openSite();
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++)
    statuses.push((await tryLogin(site, { username: 'nobody.at.all', from: `203.0.113.${count}` })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test('SEC2: another apostrophe, case or space gives no further attempts', async () => {
  const site = await openSite();
  const writings = ["o'brien.7", 'O\u2019Brien.7', 'o\u2018brien.7 '];
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++)
    statuses.push(
      (await tryLogin(site, { username: writings[count % 3] ?? '', from: `203.0.113.${count}` })).statusCode,
    );
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test('SEC2: one password on a thousand accounts is stopped by network address; a user elsewhere can still log in', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, count) =>
      tryLogin(site, { username: `victim.${count}`, from: `2001:db8:1:2::${count.toString(16)}` }),
    ),
  );
  const more = await tryLogin(site, { username: 'victim.1000', from: '2001:db8:1:2:ffff::1' });
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeGreaterThanOrEqual(50);
  expect(more.statusCode).toBe(429);
  expect((await tryLogin(site, { ...person, from: '2001:db8:1:3::1' })).statusCode).toBe(200);
});

test('SEC2: the victim of guessing can still reset the password and sign in at once', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  for (let count = 0; count < 15; count++) await tryLogin(site, { username: person.username });
  await send(site.app, {
    method: 'POST',
    path: '/ofw/signup/getpassword.form',
    body: { usernameOrEmail: person.username },
    headers: { origin },
  });
  const [mail] = await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (mails) => mails.length === 1,
  );
  const token = mail?.links.map((link) => /#token=([\w-]+)/.exec(link)?.[1]).find((found) => found !== undefined);
  const set = await resetByHolder(site, token ?? '', 'another-harbour-8');
  expect(set.status).toBe(200);
  expect(
    (await tryLogin(site, { username: person.username, password: 'another-harbour-8', from: '198.51.100.1' }))
      .statusCode,
  ).toBe(200);
});

test('SEC12: a forged X-Forwarded-For gives no further attempts; a trusted proxy’s is used', async () => {
  const plain = await openSite();
  for (let count = 0; count < 51; count++)
    await tryLogin(plain, { username: `victim.${count}`, headers: { 'x-forwarded-for': `192.0.2.${count}` } });
  expect(
    (await tryLogin(plain, { username: 'victim.99', headers: { 'x-forwarded-for': '192.0.2.200' } })).statusCode,
  ).toBe(429);

  const behindProxy = await openSite({ environment: { TRUST_PROXY: '203.0.113.9' } });
  for (let count = 0; count < 51; count++)
    await tryLogin(behindProxy, {
      username: `victim.${count}`,
      headers: { 'x-forwarded-for': '192.0.2.66, 198.51.100.7' },
    });
  expect(
    (
      await tryLogin(behindProxy, {
        username: 'victim.99',
        headers: { 'x-forwarded-for': '192.0.2.200, 198.51.100.7' },
      })
    ).statusCode,
  ).toBe(429);
  expect(
    (await tryLogin(behindProxy, { username: 'victim.99', headers: { 'x-forwarded-for': '198.51.100.8' } })).statusCode,
  ).toBe(401);
});

test('SEC2: a blocked address does not use up the limits of others', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const askCode = async (mobilePhoneNumber: string, remoteAddress: string) => {
    const query = new URLSearchParams({ mobilePhoneNumber, countryCode: '+1' });
    return (await site.app.inject({ url: `/api/v1/usernameRecovery/mobilePhone?${query}`, remoteAddress })).statusCode;
  };
  for (let count = 0; count < 50; count++) await tryLogin(site, { username: `victim.${count}` });
  for (let count = 0; count < 12; count++)
    expect((await tryLogin(site, { username: person.username })).statusCode).toBe(429);
  expect((await tryLogin(site, { ...person, from: '198.51.100.1' })).statusCode).toBe(200);

  const { attempts } = limits['ask-code'][0];
  for (let count = 0; count < attempts; count++) await askCode(`2025550${100 + count}`, '203.0.113.9');
  for (let count = 0; count < 6; count++) expect(await askCode(person.phoneNumber, '203.0.113.9')).toBe(429);
  expect(await askCode(person.phoneNumber, '198.51.100.1')).toBe(200);
});

test('a successful sign-in clears what was counted against the account', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 8; count++)
      statuses.push((await tryLogin(site, { username: person.username })).statusCode);
    await signInAs(site.app, person);
  }
  expect(statuses).toEqual(Array.from({ length: 24 }, () => 401));
});

test('P6: mails are limited per person, in whatever spelling, and the answers do not reveal it', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, { email: 'Marta.Ruiz@example.com' });
  await site.startJobs();
  const writings = [
    person.username,
    person.email,
    person.username.toUpperCase(),
    'marta.ruiz@EXAMPLE.com',
    ' marta.ruiz@example.com ',
  ];
  const requestPasswordLink = (usernameOrEmail: string, count: number) =>
    site.app.inject({
      method: 'POST',
      url: '/api/ofw/signup/getpassword.form',
      payload: { usernameOrEmail },
      remoteAddress: `203.0.113.${count}`,
      headers: { origin },
    });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, count) => requestPasswordLink(writings[count % writings.length] ?? '', count)),
  );
  const unknown = await Promise.all(
    Array.from({ length: 20 }, (_, count) => requestPasswordLink('nobody@example.com', 100 + count)),
  );
  expect(new Set([...answers, ...unknown].map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
    new Set(['200 {"result":"SUCCESS"}']),
  );
  for (let count = 0; count < 6; count++)
    await site.app.inject({ url: `/api/v1/usernameRecovery/email?email=${writings[count % 2 === 0 ? 1 : 3]}` });
  const waiting = () =>
    site.dependencies.db.selectFrom('recoveryRequests').select('id').where('typed', 'is not', null).execute();
  await eventually(waiting, (rows) => rows.length === 0);
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (found) => found.length >= 6,
  );
  expect(mails).toHaveLength(6);
  expect(mails.filter(({ links }) => links.some((link) => link.includes('set-password#')))).toHaveLength(3);
});

test('P6: IPv6 is also limited by /56, so that many networks give few further attempts', async () => {
  const site = await openSite();
  const requestUsername = (from: string) =>
    site.app.inject({
      method: 'GET',
      url: '/api/v1/usernameRecovery/email?email=somebody@example.com',
      remoteAddress: from,
    });
  const statuses: number[] = [];
  for (let count = 0; count < 40; count++)
    statuses.push((await requestUsername(`2001:db8:1:${count.toString(16)}::1`)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect((await requestUsername('2001:db8:1:100::1')).statusCode).toBe(200);
});

test('a card tester is stopped after ten declines while a family with one decline goes on', async () => {
  const site = await openSite();
  const { rateLimiter } = site.dependencies;
  const subjects = { registration: 'one', address: '203.0.113.9' };
  for (let count = 0; count < 10; count++) {
    expect(await rateLimiter.attempt('declined-payment', subjects)).toEqual({ retryAfterSeconds: null });
    await rateLimiter.ended('declined-payment', subjects, 'failed');
  }
  expect((await rateLimiter.attempt('declined-payment', subjects)).retryAfterSeconds).toBeGreaterThan(3000);
  expect(await rateLimiter.attempt('declined-payment', { registration: 'two', address: '203.0.113.10' })).toEqual({
    retryAfterSeconds: null,
  });
});

test('after ten declined cards in a sign-up an eleventh is not tried', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await submitPayment(site.app, registration, { nonce: 'fake-gateway-rejected-fraud-nonce' })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 402), 429]);
  const attempts = await site.dependencies.db.selectFrom('paymentAttempts').select('id').execute();
  expect(attempts).toHaveLength(10);
});

test('an authentication request does not count as a decline, and is limited to ten', async () => {
  const site = await openSite({ environment: { CARD_AUTHENTICATION_ALSO: 'US' } });
  const registration = await readyToPay(site.app);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) statuses.push((await submitPayment(site.app, registration)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 402), 429]);
  const subjects = { registration: registration.signupId, address: '127.0.0.1' };
  for (let count = 0; count < 10; count++) {
    const { retryAfterSeconds } = await site.dependencies.rateLimiter.attempt('declined-payment', subjects);
    expect(retryAfterSeconds).toBeNull();
    await site.dependencies.rateLimiter.ended('declined-payment', subjects, 'failed');
  }
});

test('the table of attempts holds neither addresses nor names', async () => {
  const site = await openSite();
  await tryLogin(site, { username: 'marta.ruiz', from: '203.0.113.77' });
  const rows = await site.dependencies.db.selectFrom('rateLimits').selectAll().execute();
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(rows)).not.toMatch(/marta|203\.0\.113/);
});
