import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/clock.ts';
import { openDeletion } from '#server/closing/deletion-repository.ts';
import { endClaimWait } from '#server/ownership/decide-claim.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { codeIn, resetPassword, textsTo } from '../../setup/ownership/recovery-calls.ts';
import {
  type Authenticator,
  challengeFor,
  codeNow,
  passkeySignIn,
  sessionOf,
  signChallenge,
  withPasskey,
} from '../../setup/ownership/second-factor.ts';
import { cookieOf, type Person, signInAs } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const phoneOf = ({ phoneCountryCode, phoneNumber }: Person) => ({ phoneCountryCode, phoneNumber });
const stored = ({ dependencies: { db } }: TestSite, { userId }: Person) =>
  db
    .selectFrom('users')
    .select(['email', 'phoneNumber', 'passwordHash', 'frozenAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

test('W1: address, phone, question and a passkey set with the password alone are undone at once by two older proofs', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  expect((await thief.moveEmail('his@example.com')).body).toEqual({ outcome: 'CHANGED' });
  site.clock.advance(1_000);
  expect((await thief.movePhone('2025550199')).status).toBe(200);
  site.clock.advance(1_000);
  const hisQuestion = { ...question, securityAnswer: 'Nowhere at all', confirmCode: question.securityCode };
  expect((await thief.call('PUT', '/profile/security', { security: hisQuestion })).status).toBe(200);
  const { authenticator } = await withPasskey(site.app, thief.headers);
  await thief.call('POST', '/deletion', { cancelRenewals: true });
  site.clock.advance(hours(2));
  const claim = claimCalls(site);
  const { token, answer } = await claim.begin({ email: owner.email });
  expect(answer.body).toMatchObject({ proved: ['MAILBOX'], mayDecide: false });
  const second = await claim.second(token, 'PHONE');
  expect(second.body).toMatchObject({ proved: ['MAILBOX', 'PHONE'], mayDecide: true });
  const decided = await claim.decide(token);
  expect(decided.body).toMatchObject({ undone: true });
  expect(await stored(site, owner)).toEqual({
    email: owner.email,
    phoneNumber: owner.phoneNumber,
    passwordHash: null,
    frozenAt: null,
  });
  expect((await thief.call('GET', '/profile')).status).toBe(401);
  const password = 'another-harbour-8';
  expect((await resetPassword(site.app, decided.body.passwordToken ?? '', password)).status).toBe(200);
  const back = await sessionCalls(site, { ...owner, password });
  expect((await back.call<{ email: string }>('GET', '/profile')).body.email).toBe(owner.email);
  // The credentials he set no longer work.
  expect((await passkeySignIn(site.app, authenticator)).status).toBe(422);
  const his = await claim.begin({ email: 'his@example.com' });
  expect(his.answer.status).toBe(422);
  expect(await openDeletion(site.dependencies.db, owner.userId)).toBeNull();
});

test('R20: an authenticator app that was added with the password alone goes with the rest, so that its owner gets in again', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  const { secret } = (await thief.call<{ secret: string }>('POST', '/second-factors/totp')).body;
  site.clock.advance(1_000);
  expect((await thief.call('POST', '/second-factors/totp/confirmation', { code: codeNow(secret) })).status).toBe(200);
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  await claim.second(token, 'PHONE');
  const decided = await claim.decide(token);
  const password = 'another-harbour-8';
  expect((await resetPassword(site.app, decided.body.passwordToken ?? '', password)).status).toBe(200);
  await signInAs(site.app, { ...owner, password });
});

test('W1: a change with password and text is final: nobody can undo it from the old mailbox, by anything that was true before', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const mine = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  expect((await mine.moveEmail('safe@example.com', { withText: true })).body).toEqual({ outcome: 'CHANGED' });
  const claim = claimCalls(site);
  const { token, answer } = await claim.begin({ email: owner.email });
  // The old mailbox no longer shows anything of this account, and nothing else is accepted without it.
  expect(answer.body.code).toBe('WRONG_CODE');
  expect((await claim.prove(token, { kind: 'PASSWORD', password: owner.password })).status).toBe(401);
  expect((await claim.decide(token)).status).toBe(401);
  expect((await stored(site, owner)).email).toBe('safe@example.com');
});

test('W1: one proof against one freezes the account for 72 hours: it shows and changes nothing, then staff decide', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const mine = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await mine.moveEmail('safe@example.com');
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  expect((await claim.decide(token)).body.code).toBe('CONFLICT');
  expect((await claim.wait(token)).status).toBe(200);
  expect((await mine.call('GET', '/profile')).body.code).toBe('ACCOUNT_FROZEN');
  expect((await mine.call('PUT', '/profile/name', { firstName: 'Ann', lastName: 'Ruiz' })).body.code).toBe(
    'ACCOUNT_FROZEN',
  );
  const row = await site.dependencies.db
    .selectFrom('ownershipClaims')
    .select('id')
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  const stateAfter = async (waited: number) => {
    site.clock.advance(waited);
    await endClaimWait(site.dependencies, row.id);
    return (await claim.call('GET', '/current', token)).body.state;
  };
  expect([await stateAfter(hours(71)), await stateAfter(hours(1))]).toEqual(['WAITING', 'STAFF']);
  expect((await stored(site, owner)).frozenAt).not.toBeNull();
});

test('W1: whoever provides a second older proof during the wait decides that their own changes stay', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const mine = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await mine.moveEmail('safe@example.com');
  const claim = claimCalls(site);
  const his = await claim.begin({ email: owner.email });
  await claim.wait(his.token);
  const hers = await claim.begin(phoneOf(owner));
  await claim.prove(hers.token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(hers.token, true)).body).toEqual({ undone: false, passwordToken: null });
  expect(await stored(site, owner)).toMatchObject({ email: 'safe@example.com', frozenAt: null });
  expect((await mine.call('GET', '/profile')).status).toBe(200);
  // Confirmed with two proofs, it is final.
  expect((await claim.begin({ email: owner.email })).answer.body.code).toBe('WRONG_CODE');
});

test('W1: a stranger learns nothing of an address or phone, and their calls change no answer', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  const { call } = claimCalls(site);
  const known = await call('POST', '', null, { email: owner.email });
  const unknown = await call('POST', '', null, { email: 'nobody@example.com' });
  expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
  const view = await call('GET', '/current', known.body.claimToken ?? '');
  expect(view.body).toMatchObject({ proved: [], email: null, phone: null, changes: [] });
  await signInAs(site.app, owner);
});

test('W1: a session opened after a change that can be contested does not stop the removal of lost factors', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  const mine = await sessionCalls(site, owner);
  site.clock.advance(minutes(1));
  const { authenticator } = await withPasskey(site.app, mine.headers);
  site.clock.advance(minutes(1));
  const cookie = cookieOf((await passkeySignIn(site.app, authenticator)).headers, 'session') ?? '';
  const removal = () =>
    ({
      method: 'DELETE',
      path: '/v2/account/factor-reset',
      headers: { cookie, origin: 'http://localhost:3000' },
    }) as const;
  expect((await send<{ code: string }>(site.app, removal())).body.code).toBe('OLDER_PROOF_NEEDED');
  expect((await mine.call('DELETE', '/factor-reset')).status).toBe(200);
});

test('W1: a passkey older than what is in dispute is a second proof; a younger one, or another person’s, is refused', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  const other = await addOwner(site);
  const { authenticator: hers } = await withPasskey(site.app, (await sessionCalls(site, owner)).headers);
  const { authenticator: another } = await withPasskey(site.app, (await sessionCalls(site, other)).headers);
  await site.dependencies.db.updateTable('accountActivity').set({ before: null }).execute();
  site.clock.advance(days(8));
  // Somebody at her unlocked screen.
  const headers = sessionOf(await passkeySignIn(site.app, hers)) ?? {};
  const close = { method: 'POST', path: '/v2/account/deletion', headers, body: { cancelRenewals: true } } as const;
  expect((await send(site.app, close)).status).toBe(200);
  site.clock.advance(minutes(1));
  const { authenticator: his } = await withPasskey(site.app, headers);
  site.clock.advance(minutes(1));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  const passkeyOf = async (one: Authenticator) => ({
    kind: 'PASSKEY',
    passkey: signChallenge(one, await challengeFor(site.app)),
  });
  expect((await claim.prove(token, await passkeyOf(his))).body.code).toBe('WRONG_CODE');
  expect((await claim.prove(token, await passkeyOf(another))).body.code).toBe('WRONG_CODE');
  const used = await passkeyOf(hers);
  expect((await claim.prove(token, used)).body).toMatchObject({ proved: ['MAILBOX', 'FACTOR'], mayDecide: true });
  expect((await claim.prove(token, used)).body.code, 'an answer works once').toBe('WRONG_CODE');
  expect((await claim.decide(token)).body.undone).toBe(true);
});

test('W1: a proof that shows nothing about the account is refused, whatever was proved before it, and never reported as proved', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await thief.movePhone('2025550123');
  site.clock.advance(1_000);
  const claim = claimCalls(site);
  const hers = await claim.begin({ email: owner.email });
  // A code to a phone that no account has any more: the claim was opened for it before it was replaced.
  const { db } = site.dependencies;
  await db
    .updateTable('ownershipClaims')
    .set({ typed: JSON.stringify({ phoneCountryCode: '+1', phoneNumber: '2025550177' }), channel: 'PHONE' })
    .execute();
  expect((await claim.proveCode(hers.token)).body.code).toBe('WRONG_CODE');
  expect((await claim.call('GET', '/current', hers.token)).body).toMatchObject({
    proved: ['MAILBOX'],
    mayDecide: false,
  });
});

test('W1: many password changes do not hide the original one, and passwords are compared without locking the account', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  const { db } = site.dependencies;
  let password = owner.password;
  for (let change = 0; change < 12; change += 1) {
    site.clock.advance(hours(1));
    const { headers, auth } = await signInAs(site.app, { ...owner, password });
    const next = `his-harbour-${change}`;
    const path = `/ofw/signup/changepassword.form?_at=${auth}`;
    const body = { currentPassword: password, password: next };
    expect((await send(site.app, { method: 'POST', path, headers, body })).status).toBe(200);
    password = next;
  }
  site.clock.advance(minutes(1));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  const wrong = { kind: 'PASSWORD', password: 'nobody-had-this-1' };
  const proved = db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', owner.userId).forUpdate().execute();
    return claim.prove(token, wrong);
  });
  expect((await proved).body.code).toBe('WRONG_CODE');
  const right = await claim.prove(token, { kind: 'PASSWORD', password: owner.password });
  expect(right.body).toMatchObject({ proved: ['MAILBOX', 'PASSWORD'], mayDecide: true });
});

test('W1: whoever took an account over cannot turn off the codes and warnings that its owner gets about it', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  const off = { mail: false, text: false, call: false, neutral: false, hours: null };
  expect((await thief.call('PUT', '/reach', off)).status).toBe(200);
  await thief.moveEmail('his@example.com');
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  await site.startJobs();
  const to = `+1${owner.phoneNumber}`;
  await claim.call('POST', '/codes', token, { channel: 'PHONE' });
  await eventually(
    () => textsTo(site.sandboxUrl, to),
    (texts) => texts.some((text) => codeIn(text) !== ''),
  );
  await claim.wait(token);
  await eventually(
    () => textsTo(site.sandboxUrl, to),
    (texts) => texts.some((text) => text.includes('my-account')),
  );
  await eventually(
    () => mailsTo(site.sandboxUrl, owner.email),
    (mails) => mails.some(({ text }) => text.includes('paused')),
  );
});
