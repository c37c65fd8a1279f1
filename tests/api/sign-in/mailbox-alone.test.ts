import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { countCode } from '#server/account/change-phone.ts';
import { minutes } from '#server/clock.ts';
import { sendAccessLink } from '#server/identity/answer-recovery.ts';
import { writeReach } from '#server/identity/reach.ts';
import { openReset } from '#server/identity/second-factor/factor-reset.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { forgetPhone, furtherOf, linkFor, mailedLink } from '../../setup/mailed-links.ts';
import { addOwner, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { codeIn, linkCode, resetByHolder, resetPassword, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { secondStep, withTotp } from '../../setup/ownership/second-factor.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';
import { drain } from '../../setup/subscriber.ts';

/** "The other one reads the mailbox" of whose account it is: they get in only where nothing else is on file. */
const password = 'calm-lantern-42';
const answer = { securityAnswer: question.securityAnswer, securityCode: question.securityCode };

test('W9: with a phone on file, a mailed link sets a password only with the code texted to it, which makes the change final', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const token = await linkFor(site, person);
  const masked = `•••\u00a0${person.phoneNumber.slice(-2)}`;
  expect(await furtherOf(site, token)).toMatchObject({ phone: masked, securityQuestion: null });
  const unproven = await addPerson(site.dependencies.db, { isProven: false });
  expect(await furtherOf(site, await linkFor(site, unproven))).toMatchObject({ phone: '•••', securityQuestion: null });
  const asked = await resetPassword(site.app, token, password);
  expect(asked).toMatchObject({ status: 400, body: { validationErrors: [{ field: 'code', code: 'required' }] } });
  await drain(site);
  const [text] = await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`);
  const code = codeIn(text);
  const wrong = await resetPassword(site.app, token, password, { code: code === '000000' ? '000001' : '000000' });
  expect(wrong.body.validationErrors).toMatchObject([{ field: 'code', code: 'recovery_code_wrong' }]);
  await expect(signInAs(site.app, { ...person, password })).rejects.toThrow('401');
  expect((await resetPassword(site.app, token, password, { code })).status).toBe(200);
  const { headers } = await signInAs(site.app, { ...person, password });
  const path = '/v2/account/activity';
  const list = await send<{ activity: object[] }>(site.app, { method: 'GET', path, headers });
  expect(list.body.activity).toContainEqual(
    expect.objectContaining({ kind: 'PASSWORD_CHANGED', proofs: ['MAILBOX', 'PHONE'], contestableUntil: null }),
  );
});

test('W9: a link’s code counts only once it was texted: guesses reach the phone of whoever is guessed at', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const token = await linkFor(site, person);
  const code = await linkCode(site, token);
  const guessed = await resetPassword(site.app, token, password, { code });
  expect(guessed).toMatchObject({ status: 400, body: { validationErrors: [{ field: 'code', code: 'required' }] } });
  await drain(site);
  expect(await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`)).toHaveLength(1);
  expect((await resetPassword(site.app, token, password, { code })).status).toBe(200);
});

test('W9: a code that is texted shortly before its link ends works for ten minutes, as the text says', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, { at: site.clock.now() });
  const token = await linkFor(site, person);
  site.clock.advance(minutes(29));
  await resetPassword(site.app, token, password);
  await drain(site);
  const code = codeIn((await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`))[0]);
  site.clock.advance(minutes(9));
  expect((await resetPassword(site.app, token, password, { code })).status).toBe(200);
});

test('W9: a code that was texted to the previous phone proves nothing once another is on file: its link ends', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, { at: site.clock.now() });
  const token = await linkFor(site, person);
  await resetPassword(site.app, token, password);
  await drain(site);
  const code = codeIn((await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`))[0]);
  const { movePhone } = await sessionCalls(site, person);
  expect((await movePhone('2025550142')).status).toBe(200);
  expect((await resetPassword(site.app, token, password, { code })).body).toMatchObject({ code: 'TOKEN_INVALID' });
});

test('W9: five wrong codes end a mailed link’s code: neither the right one counts any more, nor is it texted again', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const token = await linkFor(site, person);
  await resetPassword(site.app, token, password);
  await drain(site);
  const code = codeIn((await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`))[0]);
  const others = Array.from({ length: 5 }, (_, one) => String((Number(code) + one + 1) % 1_000_000).padStart(6, '0'));
  for (const other of others)
    expect((await resetPassword(site.app, token, password, { code: other })).status).toBe(400);
  expect((await resetPassword(site.app, token, password, { code })).body).toMatchObject({ code: 'TOKEN_INVALID' });
  expect((await resetPassword(site.app, token, password)).body).toMatchObject({ code: 'TOKEN_INVALID' });
  await drain(site);
  expect(await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`)).toHaveLength(1);
  expect((await resetByHolder(site, await linkFor(site, person), password)).status).toBe(200);
});

test('W9: whoever reads the mailbox uses up the texts of a link, not the next one’s first or the account’s, and few reach the phone', async () => {
  const site = await openSite();
  const { db, rateLimiter } = site.dependencies;
  const person = await addPerson(db);
  const token = await linkFor(site, person);
  const texted = async (link: string) => (await resetPassword(site.app, link, password)).status;
  for (const link of [token, await linkFor(site, person), await linkFor(site, person)]) {
    for (let texts = 0; texts < 3; texts++) {
      expect(await texted(link)).toBe(400);
      await drain(site);
    }
    expect(await texted(link)).toBe(429);
  }
  expect(await textsTo(site.sandboxUrl, `+1${person.phoneNumber}`)).toHaveLength(7);
  const own = await countCode({ rateLimiter }, { user: { id: person.userId }, phone: person });
  expect(own).toMatchObject({ send: true });
});

test('W9: the answer to the security question with its code serves instead of the phone, three tries a day', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  await forgetPhone(site, owner);
  const token = await linkFor(site, owner);
  expect(await furtherOf(site, token)).toMatchObject({ phone: null, securityQuestion: question.securityQuestion });
  const bare = await resetPassword(site.app, token, password);
  expect(bare.body.validationErrors).toMatchObject([{ field: 'securityAnswer', code: 'required' }]);
  const wrong = await resetPassword(site.app, token, password, { ...answer, securityCode: '0000' });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'SECURITY_ANSWER_WRONG' } });
  expect((await resetPassword(site.app, token, password, answer)).status).toBe(200);
  const again = await linkFor(site, owner);
  for (let tries = 0; tries < 3; tries++)
    await resetPassword(site.app, again, 'another-lantern-42', { ...answer, securityAnswer: 'Nowhere' });
  const late = await resetPassword(site.app, again, 'another-lantern-42', answer);
  expect(late.body).toMatchObject({ code: 'SECURITY_TRIES_USED_UP' });
});

test('W9: whoever reads the mailbox uses up none of the answers that are checked on the phone, or before factors are removed', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  await withTotp(site.app, owner);
  const token = await linkFor(site, owner);
  for (let tries = 0; tries < 4; tries++)
    await resetPassword(site.app, token, password, { ...answer, securityAnswer: 'Nowhere' });
  const step = await secondStep(site.app, owner);
  const asked = await send(site.app, {
    method: 'POST',
    path: '/v2/sessions/second-step/reset',
    headers: { authorization: `Bearer ${step}` },
    body: answer,
  });
  expect(asked.status).toBe(200);
});

test('W9: where nothing else is on file the mailbox is enough, unless its owner wants no mails', async () => {
  const site = await openSite();
  const [alone, watched] = [await addPerson(site.dependencies.db), await addPerson(site.dependencies.db)];
  for (const person of [alone, watched]) await forgetPhone(site, person);
  expect((await resetPassword(site.app, await linkFor(site, alone), password)).status).toBe(200);
  const { db, clock } = site.dependencies;
  await writeReach(db, { userId: watched.userId, reach: { ...unrestrictedReach, mail: false }, at: clock.now() });
  const token = await linkFor(site, watched);
  expect(await furtherOf(site, token)).toEqual({ phone: null, securityQuestion: null, factor: false });
  expect((await resetPassword(site.app, token, password)).status).toBe(400);
});

test('W9: whoever once knew the password and turned texts off gets in by the mailbox alone no more than before', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, { at: site.clock.now() });
  const his = await sessionCalls(site, person);
  expect((await his.call('PUT', '/reach', { ...unrestrictedReach, text: false })).status).toBe(200);
  const hers = await sessionCalls(site, person);
  expect((await hers.changePassword(person.password, 'sunny-harbour-88')).status).toBe(200);
  const token = await linkFor(site, person);
  expect(await furtherOf(site, token)).toEqual({ phone: null, securityQuestion: null, factor: false });
  expect((await resetPassword(site.app, token, password)).status).toBe(400);
});

test('W9: the mailbox’s reader gets past no second factor, not by having it removed either: no password is theirs to set', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const { headers } = await withTotp(site.app, person);
  const token = await linkFor(site, person);
  expect((await resetPassword(site.app, token, password)).status).toBe(400);
  await expect(signInAs(site.app, { ...person, password })).rejects.toThrow('401');
  expect(await openReset(site.dependencies.db, person.userId)).toBeNull();
  expect((await send(site.app, { method: 'GET', path: '/v2/account', headers })).status).toBe(200);
  await forgetPhone(site, person);
  expect(await furtherOf(site, token)).toEqual({ phone: null, securityQuestion: null, factor: true });
  const bare = await resetPassword(site.app, token, password);
  expect(bare.body.validationErrors).toMatchObject([{ field: 'factorCode', code: 'required' }]);
});

test('W9: a link that one staff member mails needs the further proof, too; one that two have decided does not', async () => {
  const site = await openSite();
  const { db, clock, makeToken } = site.dependencies;
  const person = await addPerson(db);
  const headers = await staffHeaders(site, ['ADMIN'], 'staff-alone');
  await performAction(site, headers, person.userId, { action: 'MAIL_RECOVERY', inputs: {} });
  await drain(site);
  const byOne = await mailedLink(site, person.userId);
  expect((await resetPassword(site.app, byOne, password)).status).toBe(400);
  const user = await readUser(db, person.userId);
  if (!user) throw new Error('Nobody has this id');
  await db.transaction().execute((trx) => sendAccessLink({ trx, makeToken, at: clock.now(), decided: true }, user));
  expect((await resetPassword(site.app, await mailedLink(site, person.userId), password)).status).toBe(200);
});
