import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { days, minutes } from '#server/clock.ts';
import { writeReach } from '#server/identity/reach.ts';
import { newUsername, putCredentials, putCredentialsByHolder } from '../../setup/invited.ts';
import { forgetPhone, furtherOf, linkFor, mailedLink } from '../../setup/mailed-links.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { codeIn, requestPasswordLink, resetPassword, textsTo } from '../../setup/ownership/recovery-calls.ts';
import {
  challengeFor,
  codeNow,
  secondStep,
  signChallenge,
  withPasskey,
  withTotp,
} from '../../setup/ownership/second-factor.ts';
import { addPerson, signInAs, userIdOf } from '../../setup/person.ts';
import { register } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { confirmProposal, performAction, staffHeaders } from '../../setup/staff.ts';
import { drain } from '../../setup/subscriber.ts';

/** What serves besides the mailbox, and for which links it is asked. */
const password = 'calm-lantern-42';
const path = '/v2/credentials';
const credentials = () => ({ username: newUsername(), password: 'quiet-harbour-7' });
const changesOf = async (site: TestSite, headers: Record<string, string>) =>
  (await send<{ activity: object[] }>(site.app, { method: 'GET', path: '/v2/account/activity', headers })).body
    .activity;

/** Somebody who has paid and left, with the link that is mailed to them. */
async function paidAndLeft(site: TestSite) {
  const registration = await readyToPay(site.app);
  const { body } = await submitPayment(site.app, registration);
  const userId = await userIdOf(site.dependencies.db, registration.email);
  return {
    ...registration,
    userId,
    shown: body.clickToJoinToken ?? '',
    mailed: await mailedLink(site, userId, 'CREDENTIALS'),
  };
}

test('W9: whoever has only a second factor sets a password by the mailed link and its code, which nobody can contest', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, { at: site.clock.now() });
  const { secret, recoveryCodes } = await withTotp(site.app, person);
  site.clock.advance(days(31));
  await forgetPhone(site, person);
  const token = await linkFor(site, person);
  expect(await furtherOf(site, token)).toEqual({ phone: null, securityQuestion: null, factor: true });
  const wrong = await resetPassword(site.app, token, password, { factorCode: '000000' });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'WRONG_CODE' } });
  expect((await resetPassword(site.app, token, password, { factorCode: codeNow(secret) })).status).toBe(200);
  const step = await secondStep(site.app, { ...person, password });
  const second = { authorization: `Bearer ${step}`, origin: 'http://localhost:3000' };
  const code = { code: recoveryCodes[0] };
  const inside = await send(site.app, {
    method: 'POST',
    path: '/v2/sessions/second-step',
    headers: second,
    body: code,
  });
  expect(inside.status).toBe(200);
  const cookie = String(
    ([inside.headers['set-cookie']].flat() as string[]).find((line) => line.startsWith('session=')),
  );
  expect(await changesOf(site, { cookie: cookie.split(';')[0] ?? '' })).toContainEqual(
    expect.objectContaining({ kind: 'PASSWORD_CHANGED', proofs: ['MAILBOX', 'FACTOR'], contestableUntil: null }),
  );
  const again = await linkFor(site, person);
  expect((await resetPassword(site.app, again, 'another-lantern-42', { factorCode: recoveryCodes[1] })).status).toBe(
    200,
  );
});

test('W9: a passkey serves beside the mailbox; another person’s, or a factor added by the password alone, gives nobody the account', async () => {
  const site = await openSite();
  const owner = await addOwner(site, { hasPasskey: true });
  const stranger = await withPasskey(
    site.app,
    (await signInAs(site.app, await addPerson(site.dependencies.db))).headers,
  );
  const token = await linkFor(site, owner);
  const shown = async (by: Parameters<typeof signChallenge>[0]) => ({
    passkey: signChallenge(by, await challengeFor(site.app)),
  });
  const others = await resetPassword(site.app, token, password, await shown(stranger.authenticator));
  expect(others).toMatchObject({ status: 422, body: { code: 'PASSKEY_FAILED' } });
  if (!owner.passkey) throw new Error('She has a passkey');
  expect((await resetPassword(site.app, token, password, await shown(owner.passkey))).status).toBe(200);

  const shared = await addOwner(site);
  const thief = await sessionCalls(site, shared);
  const his = await withPasskey(site.app, thief.headers);
  site.clock.advance(days(8));
  const byHim = await resetPassword(site.app, await linkFor(site, shared), password, await shown(his.authenticator));
  expect(byHim.status).toBe(200);
  site.clock.advance(minutes(5));
  const hers = claimCalls(site);
  const { token: claim } = await hers.begin({ phoneCountryCode: '+1', phoneNumber: shared.phoneNumber });
  await hers.prove(claim, { kind: 'QUESTION', ...question });
  expect((await hers.decide(claim)).body).toMatchObject({ undone: true });
});

test('W9: guesses at a factor’s code by mailed links are twenty a day, and use up none of a login’s', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const { recoveryCodes } = await withTotp(site.app, person);
  const token = await linkFor(site, person);
  const guess = async () => (await resetPassword(site.app, token, password, { factorCode: '000000' })).status;
  const statuses = [];
  for (let tries = 0; tries < 21; tries++) statuses.push(await guess());
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
  const headers = { authorization: `Bearer ${await secondStep(site.app, person)}`, origin: 'http://localhost:3000' };
  const body = { code: recoveryCodes[0] };
  expect((await send(site.app, { method: 'POST', path: '/v2/sessions/second-step', headers, body })).status).toBe(200);
});

test('W9: a mailed link that sets the first username and password needs the code texted to the phone, the browser that paid nothing', async () => {
  const site = await openSite();
  const { mailed, userId } = await paidAndLeft(site);
  const { phoneNumber } = await site.dependencies.db
    .selectFrom('users')
    .select('phoneNumber')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(await furtherOf(site, mailed, path)).toEqual({ phone: '•••', securityQuestion: null, factor: false });
  const bare = await putCredentials(site.app, { token: mailed, body: credentials() });
  expect(bare).toMatchObject({ status: 400, body: { validationErrors: [{ field: 'code', code: 'required' }] } });
  await drain(site);
  const [text] = await textsTo(site.sandboxUrl, `+1${phoneNumber}`);
  const body = { ...credentials(), code: codeIn(text) };
  const wrong = await putCredentials(site.app, {
    token: mailed,
    body: { ...body, code: body.code === '1'.repeat(6) ? '2'.repeat(6) : '1'.repeat(6) },
  });
  expect(wrong.body.validationErrors).toMatchObject([{ field: 'code', code: 'recovery_code_wrong' }]);
  const set = await putCredentials(site.app, { token: mailed, body });
  expect(set.status).toBe(200);

  const { shown } = await paidAndLeft(site);
  expect(await furtherOf(site, shown, path)).toBeNull();
  expect((await putCredentials(site.app, { token: shown, body: credentials() })).status).toBe(200);
});

test('W9: the first link asks for nothing more of somebody who chose no texts, nor of a professional, whose phone may be an office’s', async () => {
  const site = await openSite();
  const { db, clock } = site.dependencies;
  const quiet = await paidAndLeft(site);
  await writeReach(db, { userId: quiet.userId, reach: { ...unrestrictedReach, text: false }, at: clock.now() });
  expect(await furtherOf(site, quiet.mailed, path)).toBeNull();
  expect((await putCredentials(site.app, { token: quiet.mailed, body: credentials() })).status).toBe(200);
  const professional = await register(site.app);
  await drain(site);
  expect(await furtherOf(site, await mailedLink(site, professional.body.userId, 'CREDENTIALS'), path)).toBeNull();
});

test('W9: whoever has paid and cannot be texted gets their first link from two staff members, and from one alone none that needs no code', async () => {
  const site = await openSite();
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const ada = await staffHeaders(site, ['ADMIN'], 'staff-ada');
  const { userId } = await paidAndLeft(site);
  await performAction(site, sam, userId, { action: 'MAIL_RECOVERY', inputs: {} });
  expect(await furtherOf(site, await mailedLink(site, userId, 'CREDENTIALS'), path)).toMatchObject({ phone: '•••' });
  const give = { email: 'hers@example.com', proved: 'IDENTITY', alsoProved: 'PAYMENT' };
  await performAction(site, sam, userId, { action: 'GIVE_ACCOUNT_BACK', inputs: give });
  expect((await confirmProposal(site, sam)).statusCode).toBe(403);
  expect((await confirmProposal(site, ada)).statusCode).toBe(200);
  const decided = await mailedLink(site, userId, 'CREDENTIALS');
  expect(await furtherOf(site, decided, path)).toBeNull();
  expect((await putCredentials(site.app, { token: decided, body: credentials() })).status).toBe(200);
  expect((await send(site.app, { method: 'GET', path, headers: { authorization: `Bearer ${decided}` } })).status).toBe(
    401,
  );
});

test('W9: what the mailed link and the text have proved backs what its reader changes next', async () => {
  const site = await openSite();
  const { mailed } = await paidAndLeft(site);
  const set = await putCredentialsByHolder(site, { token: mailed, body: credentials() });
  const cookie = String(([set.headers['set-cookie']].flat() as string[]).find((line) => line.startsWith('session=')));
  const headers = { cookie: cookie.split(';')[0] ?? '', origin: 'http://localhost:3000' };
  await withPasskey(site.app, headers);
  expect(await changesOf(site, headers)).toContainEqual(
    expect.objectContaining({ kind: 'PASSKEY_ADDED', proofs: ['PHONE', 'MAILBOX'], contestableUntil: null }),
  );
});

test('W9: the mail with the link says what it asks for besides, in the reader’s language', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const said = async ({ email }: { email: string }) =>
    (await mailsTo(site.sandboxUrl, email))
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
  const owner = await addOwner(site);
  await linkFor(site, owner);
  expect(await said(owner)).toContain(
    'asks for a code that we text to your phone or the answer to your security question with its code.',
  );
  const spanish = await addPerson(db, { language: 'es' });
  await linkFor(site, spanish);
  expect(await said(spanish)).toContain('le pedirá un código que enviamos por mensaje de texto a su teléfono.');
  const factor = await addPerson(db);
  await withTotp(site.app, factor);
  await forgetPhone(site, factor);
  await linkFor(site, factor);
  expect(await said(factor)).toContain('asks for your passkey, authenticator app or a recovery code.');
  const alone = await addPerson(db);
  await forgetPhone(site, alone);
  await linkFor(site, alone);
  expect(await said(alone)).not.toContain('asks for');
  const left = await paidAndLeft(site);
  await requestPasswordLink(site.app, left.email);
  await drain(site);
  expect(await said(left)).toContain('asks for a code that we text to your phone.');
});

test('W1: the list of changes says which were undone, and when', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  await thief.movePhone('2025550177');
  site.clock.advance(minutes(5));
  const hers = claimCalls(site);
  const { token } = await hers.begin({ email: owner.email });
  await hers.second(token, 'PHONE', owner);
  const { body } = await hers.decide(token);
  await resetPassword(site.app, body.passwordToken ?? '', password);
  const { headers } = await signInAs(site.app, { ...owner, password });
  const list = await changesOf(site, headers);
  expect(list).toContainEqual(
    expect.objectContaining({ kind: 'PHONE_CHANGED', undoneAt: expect.any(String) as string }),
  );
  expect(list).toContainEqual(expect.objectContaining({ kind: 'CHANGE_UNDONE', undoneAt: null }));
});
