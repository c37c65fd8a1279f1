import { expect, test } from 'vitest';
import { maskEmail } from '#server/accounts/check-recovery-code.ts';
import { minutes } from '#server/clock.ts';
import { addPerson, cookieOf, type Person, signInAs } from '../setup/person.ts';
import { eventually, mailsTo } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { send } from '../setup/sign-up.ts';

const origin = 'http://localhost:3000';
const bareAnswer = ({ status, body, headers }: { status: number; body: object; headers: Record<string, unknown> }) => {
  const { date: _, 'x-request-id': __, ...kept } = headers;
  const cookies = String(kept['set-cookie'] ?? '')
    .replace(/=[\w-]{43}/g, '=…')
    .replace(/Expires=[^;]+/gi, '');
  return { status, body, headers: { ...kept, 'set-cookie': cookies } };
};

const askPassword = (app: TestSite['app'], usernameOrEmail: string) =>
  send(app, { method: 'POST', path: '/ofw/signup/getpassword.form', body: { usernameOrEmail }, headers: { origin } });
const get = <T = Record<string, unknown>>(
  app: TestSite['app'],
  call: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
) => send<T>(app, { method: 'GET', path: `/v1/usernameRecovery/${call}?${new URLSearchParams(query)}`, headers });
const reset = (app: TestSite['app'], token: string, password: string) =>
  send<{ validationErrors: { field: string; code: string }[] }>(app, {
    method: 'POST',
    path: '/v2/users/password/reset',
    body: { password },
    headers: { origin, authorization: `Bearer ${token}` },
  });

async function textsTo(sandboxUrl: string, to: string): Promise<string[]> {
  const { messages } = (await (await fetch(`${sandboxUrl}/sms/messages?to=${encodeURIComponent(to)}`)).json()) as {
    messages: { body: string }[];
  };
  return messages.map(({ body }) => body);
}

async function resetTokenOf(site: TestSite, email: string): Promise<string> {
  const [mail] = await eventually(
    () => mailsTo(site.sandboxUrl, email),
    (mails) => mails.some(({ subject }) => subject.includes('password')),
  );
  return mail?.links.map((link) => /#token=([\w-]+)/.exec(link)?.[1]).find((token) => token !== undefined) ?? '';
}

type Check = { result: string; triesLeft: number; accounts: { userId: string; email: string }[] };

async function askCode(site: TestSite, { phoneCountryCode, phoneNumber }: Pick<Person, 'phoneCountryCode' | 'phoneNumber'>) {
  const asked = await get(site.app, 'mobilePhone', { mobilePhoneNumber: phoneNumber, countryCode: phoneCountryCode, localeString: 'en' });
  const headers = { cookie: cookieOf(asked.headers, 'recovery') ?? '' };
  return {
    asked,
    headers,
    check: (verificationCode: string) => get<Check>(site.app, 'checkVerificationCode', { verificationCode, localeString: 'en' }, headers),
  };
}

const codeIn = (text: string | undefined) => /\b(\d{6})\b/.exec(text ?? '')?.[1] ?? '';

test('SEC1: asking for a password answers alike for known and unknown, and mails only to whom we know', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const answers = [
    await askPassword(site.app, person.username),
    await askPassword(site.app, person.email.toUpperCase()),
    await askPassword(site.app, 'nobody.at.all'),
    await askPassword(site.app, 'nobody@example.com'),
  ];
  for (const answer of answers) expect(bareAnswer(answer)).toEqual(bareAnswer(answers[0] as (typeof answers)[0]));
  expect(answers[0]?.body).toEqual({ result: 'SUCCESS' });
  expect((await askPassword(site.app, 'nul\u0000@example.com')).status).toBe(400);
  await site.startJobs();
  await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (mails) => mails.length === 2,
  );
  expect(await mailsTo(site.sandboxUrl, 'nobody@example.com')).toEqual([]);
  const left = await site.dependencies.db.selectFrom('recoveryRequests').select('typed').execute();
  expect(left.every(({ typed }) => typed === null)).toBe(true);
});

test('a mailed link sets a new password once; every session dies and the owner is told (SEC3)', async () => {
  const site = await openSite();
  const { app, dependencies, clock } = site;
  await site.startJobs();
  const person = await addPerson(dependencies.db);
  const session = await signInAs(app, person);
  await askPassword(app, person.username);
  const token = await resetTokenOf(site, person.email);
  expect(token).toHaveLength(43);

  const look = () =>
    send<{ username: string }>(app, { method: 'GET', path: '/v2/users/password/reset', headers: { authorization: `Bearer ${token}` } });
  expect((await look()).body).toEqual({ username: person.username });
  expect((await reset(app, token, 'short')).body.validationErrors).toMatchObject([{ field: 'password', code: 'password_rules' }]);
  expect((await look()).status).toBe(200);
  expect((await reset(app, token, 'another-harbour-8')).status).toBe(200);
  expect((await reset(app, token, 'a-third-harbour-9')).status).toBe(401);
  expect((await look()).status).toBe(401);

  const current = await send<{ session: unknown }>(app, { method: 'GET', path: '/v2/sessions/current', headers: session.headers });
  expect(current.body.session).toBeNull();
  await expect(signInAs(app, person)).rejects.toThrow('401');
  await signInAs(app, { username: person.username, password: 'another-harbour-8' });
  await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (mails) => mails.some(({ subject }) => /password (was|has been) changed/i.test(subject)),
  );

  await askPassword(app, person.username);
  const late = await eventually(
    async () =>
      (await mailsTo(site.sandboxUrl, person.email))
        .flatMap(({ links }) => links)
        .map((link) => /#token=([\w-]+)/.exec(link)?.[1] ?? '')
        .find((one) => one !== '' && one !== token),
    (one) => one !== undefined,
  );
  clock.advance(minutes(31));
  expect((await reset(app, late ?? '', 'a-third-harbour-9')).status).toBe(401);
});

test('two presses at once on one link change the password once', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  await askPassword(site.app, person.username);
  const token = await resetTokenOf(site, person.email);
  const answers = await Promise.all([reset(site.app, token, 'another-harbour-8'), reset(site.app, token, 'a-third-harbour-9')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('SEC7: tokens and codes of recovery are neither logged nor stored', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  await askPassword(site.app, person.username);
  const token = await resetTokenOf(site, person.email);
  await reset(site.app, token, 'another-harbour-8');
  const { check } = await askCode(site, person);
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, `+1${person.phoneNumber}`),
    (texts) => texts.length === 1,
  );
  await check(codeIn(text));
  await get(site.app, 'email', { email: person.email });
  const waiting = () => site.dependencies.db.selectFrom('recoveryRequests').select('id').where('typed', 'is not', null).execute();
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
  for (const secret of [token, codeIn(text), person.email, person.phoneNumber, 'another-harbour-8']) expect(kept).not.toContain(secret);
});

test('SEC1: usernames go by mail to the address asked about, all of them in one mail, and the answer is always SUCCESS', async () => {
  const site = await openSite();
  await site.startJobs();
  const one = await addPerson(site.dependencies.db);
  const two = await addPerson(site.dependencies.db, { email: one.email });
  const known = await get(site.app, 'email', { email: one.email });
  const unknown = await get(site.app, 'email', { email: 'nobody@example.com' });
  expect(bareAnswer(unknown)).toEqual(bareAnswer(known));
  expect(known.body).toEqual({ result: 'SUCCESS' });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, one.email),
    (found) => found.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(one.username);
  expect(mails[0]?.text).toContain(two.username);
});

test('a code by text and then the username by text; the answer to an unknown phone looks the same (SEC1)', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const known = await askCode(site, person);
  const unknown = await askCode(site, { phoneCountryCode: '+1', phoneNumber: '2029999999' });
  expect(bareAnswer(unknown.asked)).toEqual(bareAnswer(known.asked));
  const phone = `+1${person.phoneNumber}`;
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, phone),
    (texts) => texts.length === 1,
  );
  const code = codeIn(text);
  const wrongCode = code === '000000' ? '000001' : '000000';
  const wrong = await known.check(wrongCode);
  expect(wrong.body).toEqual({ result: 'NOT_FOUND', triesLeft: 4, accounts: [] });
  expect((await unknown.check(wrongCode)).body).toEqual(wrong.body);
  expect((await unknown.check(code)).body).toEqual({ result: 'NOT_FOUND', triesLeft: 3, accounts: [] });
  expect((await known.check(code)).body).toMatchObject({ result: 'SUCCESS', accounts: [] });
  const texts = await eventually(
    () => textsTo(site.sandboxUrl, phone),
    (all) => all.length === 2,
  );
  expect(texts.join('\n')).toContain(person.username);
  expect((await known.check(code)).body).toMatchObject({ result: 'NOT_FOUND', triesLeft: 0 });
  expect(await textsTo(site.sandboxUrl, '+12029999999')).toEqual([]);
});

test('a code dies after five wrong tries, after ten minutes, and is of no use in another browser', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const phone = `+1${person.phoneNumber}`;
  const first = await askCode(site, person);
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, phone),
    (texts) => texts.length === 1,
  );
  const code = codeIn(text);
  const wrong = code === '000000' ? '000001' : '000000';
  const elsewhere = await get<Check>(site.app, 'checkVerificationCode', { verificationCode: code, localeString: 'en' });
  expect(elsewhere.body.result).toBe('NOT_FOUND');
  for (const left of [4, 3, 2, 1, 0]) expect((await first.check(wrong)).body.triesLeft).toBe(left);
  expect((await first.check(code)).body).toMatchObject({ result: 'NOT_FOUND', triesLeft: 0 });

  const second = await askCode(site, person);
  const texts = await eventually(
    () => textsTo(site.sandboxUrl, phone),
    (all) => all.length === 2,
  );
  const newest = texts.map(codeIn).find((one) => one !== code) ?? code;
  site.clock.advance(minutes(11));
  expect((await second.check(newest)).body.result).toBe('NOT_FOUND');
});

test('fifty tries of one code at once are five tries', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const person = await addPerson(site.dependencies.db);
  const { check } = await askCode(site, person);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => check(String(index).padStart(6, '0'))));
  expect(answers.filter(({ body }) => body.triesLeft > 0)).toHaveLength(4);
});

test('several accounts behind one phone: the one chosen is mailed, nobody else, and not without the code', async () => {
  const site = await openSite();
  await site.startJobs();
  const one = await addPerson(site.dependencies.db);
  const two = await addPerson(site.dependencies.db, { phoneNumber: one.phoneNumber });
  const stranger = await addPerson(site.dependencies.db);
  const { check, headers } = await askCode(site, one);
  const choose = (userId: string, email: string) =>
    get(site.app, 'sendUsernameRecoveryEmail', { userId, email, localeString: 'en' }, headers);
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, `+1${one.phoneNumber}`),
    (texts) => texts.length === 1,
  );
  // Everything is known but the code.
  await choose(one.userId, maskEmail(one.email));
  const checked = await check(codeIn(text));
  expect(checked.body.result).toBe('MULTI');
  expect(checked.body.accounts.map(({ userId }) => userId).toSorted()).toEqual([one.userId, two.userId].toSorted());
  expect(JSON.stringify(checked.body)).not.toContain(two.email);
  const offered = checked.body.accounts.find(({ userId }) => userId === two.userId);
  expect((await choose(stranger.userId, stranger.email)).body).toEqual({ result: 'SUCCESS' });
  expect((await choose(two.userId, offered?.email ?? '')).body).toEqual({ result: 'SUCCESS' });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, two.email),
    (found) => found.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(two.username);
  expect(await mailsTo(site.sandboxUrl, stranger.email)).toEqual([]);
  expect(await mailsTo(site.sandboxUrl, one.email)).toEqual([]);
});

test('a British phone is found with and without its leading zero, and the text goes to its international form', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db, { phoneNumber: '07400123456' });
  await site.dependencies.db.updateTable('users').set({ phoneCountryCode: '+44' }).where('id', '=', person.userId).execute();
  await get(site.app, 'mobilePhone', { mobilePhoneNumber: '7400 123456', countryCode: '44', localeString: 'es_MX' });
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, '+447400123456'),
    (texts) => texts.length === 1,
  );
  expect(text).toContain('Código');
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
