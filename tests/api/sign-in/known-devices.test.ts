import { expect, test } from 'vitest';
import { inviteCodeOf } from '#server/invites/invite-code.ts';
import { limits } from '#server/rate-limits/limits.ts';
import {
  callUsernameRecovery,
  requestPasswordLink,
  resetByHolder,
  resetTokenOf,
} from '../../setup/ownership/recovery-calls.ts';
import { addPerson, cookieOf, type Person } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

const origin = 'http://localhost:3000';
type Try = { username: string; password?: string; from?: string; cookie?: string | null };

const tryLogin = (
  { app }: TestSite,
  { username, password = 'not-the-password-1', from = '198.51.100.1', cookie = null }: Try,
) =>
  app.inject({
    method: 'POST',
    url: '/api/ofw/login',
    payload: { username, password },
    remoteAddress: from,
    headers: { origin, ...(cookie === null ? {} : { cookie }) },
  });

/** Uses up the shared attempts on the account. */
async function useUp(site: TestSite, { username }: Person): Promise<void> {
  for (let count = 0; count < 11; count++) await site.dependencies.rateLimiter.attempt('sign-in', { name: username });
}

test('P5: a hundred wrong passwords lock out neither a known device nor, after a reset, a new one', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const first = await tryLogin(site, person);
  const known = cookieOf(first.headers, 'device');
  for (let count = 0; count < 100; count++)
    await tryLogin(site, { username: person.username, from: `203.0.113.${count}` });
  expect((await tryLogin(site, person)).statusCode).toBe(429);
  // Also from behind an address that has used up its own attempts.
  for (let count = 0; count < 50; count++)
    await site.dependencies.rateLimiter.attempt('sign-in', { address: '198.51.100.1' });
  const again = await tryLogin(site, { ...person, cookie: known });
  expect(again.statusCode).toBe(200);

  expect((await tryLogin(site, { ...person, from: '198.51.100.3' })).statusCode).toBe(429);
  await requestPasswordLink(site.app, person.email);
  const reset = await resetByHolder(site, await resetTokenOf(site, person.email), 'another-harbour-8');
  expect(reset.status).toBe(200);
  const owner = { username: person.username, password: 'another-harbour-8', from: '198.51.100.2' };
  expect((await tryLogin(site, owner)).statusCode).toBe(200);
  // The guessing continues; the browser that has set the password is known by then.
  await useUp(site, person);
  expect((await tryLogin(site, owner)).statusCode).toBe(429);
  expect((await tryLogin(site, { ...owner, cookie: cookieOf(reset.headers, 'device') })).statusCode).toBe(200);
  // Whoever knows only the old password is a stranger again.
  expect((await tryLogin(site, { ...owner, cookie: cookieOf(again.headers, 'device') })).statusCode).toBe(429);
});

test('P5: the device cookie is set only at sign-in, changes each time, and is stored as a hash', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const [person, other] = [await addPerson(db), await addPerson(db)];
  const wrong = await tryLogin(site, { username: person.username });
  expect(wrong.headers['set-cookie']).toBeUndefined();
  const first = await tryLogin(site, person);
  const [one] = [cookieOf(first.headers, 'device')];
  expect(String(first.headers['set-cookie'])).toMatch(
    /device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict/,
  );
  const second = await tryLogin(site, { ...other, cookie: one });
  const two = cookieOf(second.headers, 'device');
  expect(two).not.toBe(one);
  const rows = await db.selectFrom('knownDevices').selectAll().execute();
  expect(rows.map(({ userId }) => userId).sort()).toEqual([person.userId, other.userId].sort());
  expect(JSON.stringify(rows)).not.toContain(String(two).slice('device='.length));

  await useUp(site, person);
  // The browser is known for both accounts, under its newest token only, with ten attempts of its own.
  expect((await tryLogin(site, { ...person, cookie: one })).statusCode).toBe(429);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await tryLogin(site, { username: person.username, cookie: two })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('P5: signing in to one’s own account in between gives no new tries at another account that the device knows', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const [person, guesser] = [await addPerson(db), await addPerson(db)];
  let cookie = cookieOf((await tryLogin(site, person)).headers, 'device');
  await useUp(site, person);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    statuses.push((await tryLogin(site, { username: person.username, cookie })).statusCode);
    cookie = cookieOf((await tryLogin(site, { ...guesser, cookie })).headers, 'device');
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('a login from a new browser is mailed to the account’s owner and listed, once', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const told = async () => {
    await drain(site);
    const mails = await mailsTo(site.sandboxUrl, person.email);
    return mails.filter(({ text }) => text.includes('Logged in on a new device')).length;
  };
  const first = await tryLogin(site, person);
  expect(await told()).toBe(1);
  const known = cookieOf(first.headers, 'device');
  expect((await tryLogin(site, { ...person, cookie: known })).statusCode).toBe(200);
  await tryLogin(site, { username: person.username, from: '198.51.100.7' });
  expect(await told(), 'neither a known browser nor a wrong password').toBe(1);
  await tryLogin(site, { ...person, from: '198.51.100.7' });
  expect(await told()).toBe(2);
});

test('P5: neither codes requested by strangers nor wrong invite codes lock the owner out', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const cookie = cookieOf((await tryLogin(site, person)).headers, 'device') ?? '';
  const phone = { mobilePhoneNumber: person.phoneNumber, countryCode: '+1', localeString: 'en' };
  const strangers: number[] = [];
  for (let count = 0; count < 6; count++)
    strangers.push((await callUsernameRecovery(site.app, 'mobilePhone', phone)).status);
  expect(strangers).toEqual([200, 200, 200, 200, 429, 429]);
  // Nor by continuing, nor by using up what their shared address may request.
  for (let count = 0; count < 40; count++)
    await callUsernameRecovery(site.app, 'mobilePhone', {
      ...phone,
      mobilePhoneNumber: `20255502${10 + (count % 20)}`,
    });
  for (let count = 0; count < 10; count++) await callUsernameRecovery(site.app, 'mobilePhone', phone);
  expect((await callUsernameRecovery(site.app, 'mobilePhone', phone, { cookie })).status).toBe(200);

  const exchange = (from: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/v2/invite-codes/exchange',
      payload: { code: inviteCodeOf(site.dependencies.makeToken, person.userId) },
      remoteAddress: from,
      headers: { origin },
    });
  const { attempts } = limits['exchange-invite-code'][0];
  for (let count = 0; count < attempts; count++) expect((await exchange('203.0.113.9')).statusCode).toBe(400);
  expect((await exchange('203.0.113.9')).statusCode).toBe(429);
  expect((await exchange('198.51.100.1')).statusCode).toBe(400);
});

test('P5: accounts with the same phone, each with a known device, send it twelve codes an hour in total', async () => {
  const site = await openSite();
  const phoneNumber = '2025550199';
  const answers: number[] = [];
  for (let account = 0; account < 4; account++) {
    const person = await addPerson(site.dependencies.db, { role: 'PROFESSIONAL', phoneNumber });
    const cookie = cookieOf((await tryLogin(site, person)).headers, 'device') ?? '';
    const phone = { mobilePhoneNumber: phoneNumber, countryCode: '+1', localeString: 'en' };
    for (let count = 0; count < 4; count++)
      answers.push((await callUsernameRecovery(site.app, 'mobilePhone', phone, { cookie })).status);
  }
  expect(answers, 'none learns of the others').toEqual(Array<number>(16).fill(200));
  const asked = site.dependencies.db.selectFrom('recoveryRequests').select('id');
  expect(await asked.where('typed', 'is not', null).execute(), 'and the first of each').toHaveLength(13);
});

test('P5: known devices are in the data export, without their hashes', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const { headers } = await tryLogin(site, person);
  const session = cookieOf(headers, 'session') ?? '';
  const shown = await send<{ knownBrowsers: object[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers: { origin, cookie: session },
  });
  expect(shown.body.knownBrowsers).toEqual([
    { userId: person.userId, usedAt: expect.any(String) as string, knownSince: expect.any(String) as string },
  ]);
});
