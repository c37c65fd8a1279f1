import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { days, minutes } from '#server/clock.ts';
import { writeReach } from '#server/identity/reach.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { callUsernameRecovery, codeIn, requestCode, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { codeNow } from '../../setup/ownership/second-factor.ts';
import { addPerson } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

/** Two accounts with one phone: of people who live together, or of a number that has a new owner. */
async function sharedPhone() {
  const site = await openSite();
  const { db, clock } = site.dependencies;
  const first = await addPerson(db, { at: clock.now() });
  const second = await addPerson(db, { phoneNumber: first.phoneNumber, at: clock.now() });
  const choose = (userId: string, reach: object) =>
    writeReach(db, { userId, reach: { ...unrestrictedReach, ...reach }, at: clock.now() });
  const phone = { phoneCountryCode: '+1', phoneNumber: first.phoneNumber };
  return { site, first, second, choose, phone, texts: () => textsTo(site.sandboxUrl, `+1${first.phoneNumber}`) };
}

test('W1: texts that another account with the same phone turned off reach whoever claims theirs, and prove nothing about the other', async () => {
  const { site, first, second, choose, phone, texts } = await sharedPhone();
  await choose(first.userId, { text: false });
  await send(site.app, { method: 'POST', path: '/v2/ownership-claims', body: phone });
  await drain(site);
  expect(await texts()).toHaveLength(1);
  const { candidates } = await site.dependencies.db
    .selectFrom('ownershipClaims')
    .select('candidates')
    .executeTakeFirstOrThrow();
  expect(candidates).toEqual([second.userId]);
});

test('7.3-4: texts that another account with the same phone turned off reach whoever forgot their username, and name only theirs', async () => {
  const { site, first, second, choose, phone, texts } = await sharedPhone();
  await choose(first.userId, { text: false });
  const { check } = await requestCode(site, phone);
  await drain(site);
  expect((await check(codeIn((await texts())[0]))).body).toMatchObject({ result: 'SUCCESS', accounts: [] });
  await drain(site);
  expect((await texts()).join()).toContain(second.username);
});

test('7.3-4: what reaches a phone or mailbox of two accounts is neutral if one of them asks for it', async () => {
  const { site, first, second, choose, phone, texts } = await sharedPhone();
  await choose(second.userId, { neutral: true });
  await requestCode(site, phone);
  await send(site.app, { method: 'POST', path: '/v2/ownership-claims', body: phone });
  await drain(site);
  expect((await texts()).filter((text) => text.includes('Evenkeel'))).toEqual([]);
  const { db } = site.dependencies;
  const same = { email: first.email, emailNormalised: first.email, emailProvenAt: site.clock.now() };
  await db.updateTable('users').set(same).where('id', '=', second.userId).execute();
  await callUsernameRecovery(site.app, 'email', { email: first.email });
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, first.email);
  expect(mails.filter(({ subject }) => subject.includes('Evenkeel'))).toEqual([]);
  expect(mails).toHaveLength(1);
});

test('W2: whoever has just proved by phone and answer that an account is theirs is not asked whether it is another’s', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  const { db } = site.dependencies;
  await db.updateTable('users').set({ emailProvenAt: null }).where('id', '=', owner.userId).execute();
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  await thief.changePassword(owner.password, 'his-own-harbour-1');
  site.clock.advance(minutes(2));
  const hers = claimCalls(site);
  const { token } = await hers.begin({ phoneCountryCode: '+1', phoneNumber: owner.phoneNumber });
  await hers.prove(token, { kind: 'QUESTION', ...question });
  const { body } = await hers.decide(token);
  const path = '/v2/users/password/reset';
  const headers = { authorization: `Bearer ${body.passwordToken}` };
  expect((await send(site.app, { method: 'GET', path, headers })).body).toMatchObject({ mayBeAnothers: false });
  const disowned = await send(site.app, { method: 'POST', path: `${path}/not-mine`, headers });
  expect(disowned).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('W1: a recovery code that proves nothing in a claim is not used up', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  await (await sessionCalls(site, owner)).moveEmail('his@example.com');
  site.clock.advance(days(1));
  const later = await sessionCalls(site, owner);
  const { secret } = (await later.call<{ secret: string }>('POST', '/second-factors/totp')).body;
  const confirmed = { code: codeNow(secret) };
  const path = '/second-factors/totp/confirmation';
  const { recoveryCodes } = (await later.call<{ recoveryCodes: string[] }>('POST', path, confirmed)).body;
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  expect((await claim.prove(token, { kind: 'FACTOR', code: recoveryCodes[0] })).status).toBe(422);
  const used = site.dependencies.db.selectFrom('recoveryCodes').select('usedAt').where('usedAt', 'is not', null);
  expect(await used.execute()).toEqual([]);
});
