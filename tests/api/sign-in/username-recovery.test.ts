import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import { maskEmail } from '#server/identity/check-recovery-code.ts';
import {
  type CodeCheck,
  callUsernameRecovery,
  codeIn,
  comparableAnswer,
  requestCode,
  textsTo,
} from '../../setup/ownership/recovery-calls.ts';
import { addPerson } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';

test('SEC1, 7.3-7: usernames go by mail to the address asked about, all of them in one mail, and the answer is always SUCCESS', async () => {
  const site = await openSite();
  await site.startJobs();
  const one = await addPerson(site.dependencies.db);
  const two = await addPerson(site.dependencies.db, { email: one.email });
  const known = await callUsernameRecovery(site.app, 'email', { email: one.email });
  const unknown = await callUsernameRecovery(site.app, 'email', { email: 'nobody@example.com' });
  expect(comparableAnswer(unknown)).toEqual(comparableAnswer(known));
  expect(known.body).toEqual({ result: 'SUCCESS' });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, one.email),
    (found) => found.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(one.username);
  expect(mails[0]?.text).toContain(two.username);
});

test('SEC2: accounts that strangers registered with an address neither crowd out the one in use nor multiply its mails', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const email = 'crowded@example.com';
  for (let count = 0; count < 12; count++) {
    const { userId } = await addPerson(db, { role: 'PROFESSIONAL', email });
    await db
      .updateTable('users')
      .set({ username: null, status: 'CREDENTIALS_NEEDED' })
      .where('id', '=', userId)
      .execute();
  }
  const person = await addPerson(db, { email });
  await site.startJobs();
  await callUsernameRecovery(site.app, 'email', { email });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, email),
    (found) => found.length >= 2,
  );
  expect(mails.map(({ text }) => text.includes(person.username)).sort()).toEqual([false, true]);
});

test('SEC1, 7.3-8: a code by text and then the username by text; the answer to an unknown phone looks the same', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const known = await requestCode(site, person);
  const unknown = await requestCode(site, { phoneCountryCode: '+1', phoneNumber: '2029999999' });
  expect(comparableAnswer(unknown.asked)).toEqual(comparableAnswer(known.asked));
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

test('a code expires after five wrong tries or ten minutes, and is invalid in another browser', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const phone = `+1${person.phoneNumber}`;
  const first = await requestCode(site, person);
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, phone),
    (texts) => texts.length === 1,
  );
  const code = codeIn(text);
  const wrong = code === '000000' ? '000001' : '000000';
  const elsewhere = await callUsernameRecovery<CodeCheck>(site.app, 'checkVerificationCode', {
    verificationCode: code,
    localeString: 'en',
  });
  expect(elsewhere.body.result).toBe('NOT_FOUND');
  for (const left of [4, 3, 2, 1, 0]) expect((await first.check(wrong)).body.triesLeft).toBe(left);
  expect((await first.check(code)).body).toMatchObject({ result: 'NOT_FOUND', triesLeft: 0 });

  const second = await requestCode(site, person);
  const texts = await eventually(
    () => textsTo(site.sandboxUrl, phone),
    (all) => all.length === 2,
  );
  const newest = texts.map(codeIn).find((one) => one !== code) ?? code;
  site.clock.advance(minutes(11));
  expect((await second.check(newest)).body.result).toBe('NOT_FOUND');
});

test('of fifty concurrent tries of a code only five count', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const person = await addPerson(site.dependencies.db);
  const { check } = await requestCode(site, person);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => check(String(index).padStart(6, '0'))));
  expect(answers.filter(({ body }) => body.triesLeft > 0)).toHaveLength(4);
});

test('7.3-9: several accounts behind one phone: the one chosen is mailed, nobody else, and not without the code', async () => {
  const site = await openSite();
  await site.startJobs();
  const one = await addPerson(site.dependencies.db);
  const two = await addPerson(site.dependencies.db, { phoneNumber: one.phoneNumber });
  const stranger = await addPerson(site.dependencies.db);
  const { check, headers } = await requestCode(site, one);
  const choose = (userId: string, email: string) =>
    callUsernameRecovery(site.app, 'sendUsernameRecoveryEmail', { userId, email, localeString: 'en' }, headers);
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, `+1${one.phoneNumber}`),
    (texts) => texts.length === 1,
  );
  // Everything is known except the code.
  await choose(one.userId, maskEmail(one.email));
  const checked = await check(codeIn(text));
  expect(checked.body.result).toBe('MULTI');
  expect((await check(codeIn(text))).body, 'again, because the answer was lost').toEqual(checked.body);
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

test('S1: a British phone is found with and without its leading zero, and the text goes to its international form', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db, { phoneNumber: '7400123456' });
  await site.dependencies.db
    .updateTable('users')
    .set({ phoneCountryCode: '+44' })
    .where('id', '=', person.userId)
    .execute();
  await callUsernameRecovery(site.app, 'mobilePhone', {
    mobilePhoneNumber: '07400 123456',
    countryCode: '44',
    localeString: 'es_MX',
  });
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, '+447400123456'),
    (texts) => texts.length === 1,
  );
  expect(text).toContain('Código');
});
