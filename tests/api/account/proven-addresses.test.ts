import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { correctEmail } from '#server/account/correct-email.ts';
import {
  inviteCoParent,
  newUsername,
  putCredentials,
  putCredentialsByHolder,
  saveDetails,
} from '../../setup/invited.ts';
import { mailedLink } from '../../setup/mailed-links.ts';
import { addOwner, claimCalls, sessionCalls } from '../../setup/ownership/ownership.ts';
import { codeIn, requestPasswordLink, resetByHolder, resetTokenOf } from '../../setup/ownership/recovery-calls.ts';
import { withTotp } from '../../setup/ownership/second-factor.ts';
import { addPerson, userIdOf } from '../../setup/person.ts';
import { register } from '../../setup/professional.ts';
import { calendar, signInToCalendar } from '../../setup/providers/client-login.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

const stored = ({ dependencies: { db } }: TestSite, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'emailProvenAt', 'username'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
const isProven = async (site: TestSite, userId: string) => (await stored(site, userId)).emailProvenAt !== null;

/** The secret of a person's newest mailed token of a kind. */
const unproven = { isProven: false } as const;
const credentials = () => ({ username: newUsername(), password: 'quiet-harbour-7' });

async function paid(site: TestSite) {
  const registration = await readyToPay(site.app);
  const { body } = await submitPayment(site.app, registration);
  return {
    ...registration,
    token: body.clickToJoinToken,
    userId: await userIdOf(site.dependencies.db, registration.email),
  };
}

test('W8: an app gets email_verified with the address: false until its reader has followed what was mailed there', async () => {
  const app = { ...calendar, scopes: [...calendar.scopes, 'email'] };
  const site = await openSite({ environment: { OIDC_CLIENTS: JSON.stringify([app]) } });
  const person = await addPerson(site.dependencies.db, unproven);
  const scope = { scope: 'openid email' };
  const { config, tokens } = await signInToCalendar(() => site.app, person, scope);
  const userInfo = () => client.fetchUserInfo(config, tokens.access_token, person.userId);
  expect(await userInfo()).toMatchObject({ email: person.email, email_verified: false });
  await (await sessionCalls(site, person)).moveEmail('proved@example.com');
  const again = await signInToCalendar(() => site.app, person, scope);
  const told = await client.fetchUserInfo(again.config, again.tokens.access_token, person.userId);
  expect(told).toMatchObject({ email: 'proved@example.com', email_verified: true });
  // Somebody else has proved it: no claim is empty (OpenID Connect Core, 5.3.2), which would be one user to an app.
  const freed = { email: '', emailNormalised: '', emailProvenAt: null };
  await site.dependencies.db.updateTable('users').set(freed).where('id', '=', person.userId).execute();
  const { tokens: without } = await signInToCalendar(() => site.app, person, scope);
  expect(await client.fetchUserInfo(config, without.access_token, person.userId)).toEqual({ sub: person.userId });
});

test('W2: an address is proved by every link that was mailed to it, and by none that the browser was shown', async () => {
  const site = await openSite();
  const inBrowser = await paid(site);
  expect((await putCredentials(site.app, { token: inBrowser.token, body: credentials() })).status).toBe(200);
  expect(await isProven(site, inBrowser.userId)).toBe(false);

  const byMail = await paid(site);
  const mailed = await mailedLink(site, byMail.userId, 'CREDENTIALS');
  expect(mailed).not.toBe(byMail.token);
  expect((await putCredentialsByHolder(site, { token: mailed, body: credentials() })).status).toBe(200);
  expect(await isProven(site, byMail.userId)).toBe(true);

  const forgetful = await addPerson(site.dependencies.db, unproven);
  await requestPasswordLink(site.app, forgetful.email);
  await drain(site);
  const reset = await resetByHolder(site, await resetTokenOf(site, forgetful.email), 'calm-lantern-42');
  expect(reset.status).toBe(200);
  expect(await isProven(site, forgetful.userId)).toBe(true);

  expect((await register(site.app, { contact: { email: 'pro@example.com' } })).status).toBe(201);
  const professionalId = await userIdOf(site.dependencies.db, 'pro@example.com');
  await drain(site);
  expect(await isProven(site, professionalId)).toBe(false);
  const ofProfessional = await mailedLink(site, professionalId, 'CREDENTIALS');
  expect((await putCredentials(site.app, { token: ofProfessional, body: credentials() })).status).toBe(200);
  expect(await isProven(site, professionalId)).toBe(true);
});

test('W2: a mailed invite proves the invited address; the link with which a browser continues at another address does not', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  const opening = { method: 'POST', path: '/v2/invites/openings', headers: invited.headers } as const;
  expect((await send(site.app, { ...opening, body: { userId: invited.userId } })).status).toBe(200);
  expect(await isProven(site, invited.userId)).toBe(true);
  const moved = await saveDetails(site.app, invited, { parent: { email: 'another@example.com' } });
  expect(moved.status).toBe(200);
  expect(await isProven(site, invited.userId)).toBe(false);
  const own = { ...invited, email: 'another@example.com', headers: { 'x-invite-token': moved.body.inviteToken ?? '' } };
  expect((await saveDetails(site.app, own)).status).toBe(200);
  expect(await isProven(site, invited.userId)).toBe(false);
});

test('W2: a password link proves no address of an account with a second factor, which the link does not open', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db, unproven);
  await withTotp(site.app, person);
  await requestPasswordLink(site.app, person.email);
  await drain(site);
  const reset = await resetByHolder(site, await resetTokenOf(site, person.email), 'calm-lantern-42');
  expect(reset.status).toBe(200);
  expect(await isProven(site, person.userId)).toBe(false);
});

test('W2: a proof is of one address: staff’s correction and every other change end it, an undone change gives it back', async () => {
  const site = await openSite();
  const { db, clock, makeToken } = site.dependencies;
  const owner = await addOwner(site);
  await (await sessionCalls(site, owner)).moveEmail('mine@example.com');
  await db.updateTable('accountActivity').set({ before: null }).execute();
  expect(await isProven(site, owner.userId)).toBe(true);
  site.clock.advance(1_000);
  const correction = {
    userId: owner.userId,
    email: 'staff@example.com',
    oldIsTheirs: true,
    at: clock.now(),
    makeToken,
  };
  await db.transaction().execute((trx) => correctEmail(trx, correction));
  expect(await isProven(site, owner.userId)).toBe(false);
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: 'mine@example.com' });
  await claim.second(token, 'PHONE');
  expect((await claim.call('POST', '/decision', token, { keep: false })).body).toMatchObject({ undone: true });
  expect(await stored(site, owner.userId)).toMatchObject({
    email: 'mine@example.com',
    emailProvenAt: expect.any(Date),
  });
});

test('W2: whoever proves an address takes it from an account that never did, which keeps all else', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const [his, hers] = [await addPerson(db, { email: 'her@example.com', ...unproven }), await addPerson(db, unproven)];
  expect((await (await sessionCalls(site, hers)).moveEmail('her@example.com')).body).toEqual({ outcome: 'CHANGED' });
  expect(await stored(site, hers.userId)).toMatchObject({ email: 'her@example.com', emailProvenAt: expect.any(Date) });
  await drain(site);
  expect(await stored(site, his.userId)).toEqual({ email: '', emailProvenAt: null, username: his.username });
  const { call } = await sessionCalls(site, his);
  const freed = expect.objectContaining({ kind: 'EMAIL_FREED' }) as unknown;
  expect((await call('GET', '/activity')).body).toMatchObject({ activity: expect.arrayContaining([freed]) as unknown });
  await requestPasswordLink(site.app, 'her@example.com');
  await drain(site);
  const mails = (await mailsTo(site.sandboxUrl, 'her@example.com')).map(({ text }) => text).join();
  expect([mails.includes(hers.username), mails.includes(his.username)]).toEqual([true, false]);
  // He enters another address, and hers stays hers.
  const other = await sessionCalls(site, his);
  expect((await other.moveEmail('his@example.com')).body).toEqual({ outcome: 'CHANGED' });
  expect((await other.moveEmail('her@example.com')).body).toMatchObject({ code: 'VALIDATION' });
});

test('W2: of two accounts that prove one address concurrently, one gets it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const email = 'shared@example.com';
  const people = await Promise.all([addPerson(db, unproven), addPerson(db, unproven)]);
  const calls = await Promise.all(people.map((person) => sessionCalls(site, person)));
  const answers = await Promise.all(calls.map(({ moveEmail }) => moveEmail(email)));
  expect(answers.filter(({ body }) => body.outcome === 'CHANGED')).toHaveLength(1);
  await Promise.all([addPerson(db, { email, ...unproven }), addPerson(db, { email, ...unproven })]);
  await db.updateTable('users').set({ emailProvenAt: null }).execute();
  const sharing = await db.selectFrom('users').select(['id', 'email']).where('email', '=', email).execute();
  expect(sharing).toHaveLength(3);
  await requestPasswordLink(site.app, email);
  await drain(site);
  const tokens = db.selectFrom('singleUseTokens').select('id').where('purpose', '=', 'PASSWORD_RESET').execute();
  const links = (await tokens).map(({ id }) => site.dependencies.makeToken('PASSWORD_RESET', id));
  expect(links).toHaveLength(3);
  await Promise.all(links.map((link) => resetByHolder(site, link, 'calm-lantern-42')));
  await drain(site);
  const holders = db.selectFrom('users').select('id').where('email', '=', email).execute();
  expect(await holders).toHaveLength(1);
});

test('W2: a signed-in parent proves the address with a mailed code or link, which names nobody; then the account asks no more', async () => {
  const site = await openSite();
  for (const by of ['CODE', 'LINK'] as const) {
    const person = await addPerson(site.dependencies.db, unproven);
    const { call } = await sessionCalls(site, person);
    const asked = async () => (await call<{ unprovenEmail: string | null }>('GET', '')).body.unprovenEmail;
    expect(await asked()).toBe(person.email);
    expect((await call('POST', '/profile/email/proofs')).body).toEqual({ outcome: 'SENT' });
    await drain(site);
    const mail = (await mailsTo(site.sandboxUrl, person.email)).find(({ subject }) => subject.includes('Confirm this'));
    const [code, token] = [codeIn(mail?.text), /email#token=([\w-]+)/.exec(mail?.links.join(' ') ?? '')?.[1] ?? ''];
    for (const word of ['Marta', 'Ruiz', person.username]) expect(mail?.text).not.toContain(word);
    const wrong = await call('POST', '/profile/email/proofs/check', { code: code === '000000' ? '111111' : '000000' });
    expect(wrong.body).toMatchObject({ validationErrors: [{ field: 'code', code: 'recovery_code_wrong' }] });
    const proved =
      by === 'CODE'
        ? await call('POST', '/profile/email/proofs/check', { code })
        : await call('POST', '/profile/email/confirmation', { token });
    expect(proved.body).toEqual({ outcome: by === 'CODE' ? 'PROVED' : 'CONFIRMED' });
    expect([await asked(), await isProven(site, person.userId)]).toEqual([null, true]);
    expect((await call('POST', '/profile/email/proofs')).status).toBe(409);
  }
});

test('X6: a mailbox that its account has not proved gets one warning a day, and no name of anybody else', async () => {
  const site = await openSite();
  const { userId, email } = await subscribe(site, { payForCoparent: true });
  const warnings = async () => {
    await drain(site);
    const mails = await mailsTo(site.sandboxUrl, email);
    return mails.filter(({ subject }) => subject.includes('a change')).length;
  };
  const { db } = site.dependencies;
  await db.updateTable('users').set({ emailProvenAt: null }).where('id', '=', userId).execute();
  const headers = await signedIn(site, userId);
  const change = (path: string, body: object) =>
    send(site.app, { method: 'PUT', path: `/v2/account/${path}`, headers, body });
  const before = await warnings();
  for (const lastName of ['One', 'Two', 'Three'])
    expect((await change('profile/name', { firstName: 'Marta', lastName })).status).toBe(200);
  expect((await send(site.app, { method: 'POST', path: '/v2/account/calendar-feed', headers })).status).toBeLessThan(
    300,
  );
  expect((await warnings()) - before).toBe(1);
  const texts = (await mailsTo(site.sandboxUrl, email)).map(({ text }) => text);
  expect(texts.some((text) => text.includes('receipt') || text.includes('Receipt'))).toBe(true);
  for (const name of ['Joe', 'Ana']) expect(texts.join()).not.toContain(name);
});
