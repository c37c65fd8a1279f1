import { expect, test } from 'vitest';
import { utcDay } from '#contract/fields/day.ts';
import { hours, minutes } from '#server/clock.ts';
import { checkSecurityAnswer } from '#server/identity/check-security-answer.ts';
import { completeFactorReset, openReset, stopFactorReset } from '#server/identity/second-factor/factor-reset.ts';
import { endSecondSteps } from '#server/identity/second-factor/second-step.ts';
import { hashSecurity } from '#server/identity/security-repository.ts';
import { lockUser } from '#server/identity/user-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { requestPasswordLink, resetByHolder, resetTokenOf, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { login, passkeySignIn, post, secondStep, withPasskey, withTotp } from '../../setup/ownership/second-factor.ts';
import { addPerson, type Person } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { moveClockTo, runDue } from '../../setup/subscriber.ts';

const askReset = (app: TestSite['app'], token: string, body: object = {}) =>
  post<{ resetAt?: string; code?: string }>(
    app,
    '/v2/sessions/second-step/reset',
    { authorization: `Bearer ${token}` },
    body,
  );
const stopByLink = (app: TestSite['app'], secret: string) =>
  post<{ state?: string }>(app, '/v2/factor-resets/stop', { authorization: `Bearer ${secret}` });
const linkIn = (text: string) => /#token=([\w-]{43})/.exec(text)?.[1] ?? '';
const phoneOf = ({ phoneNumber }: Person) => `+1${phoneNumber}`;

async function lost(site: TestSite) {
  const person = await addPerson(site.dependencies.db);
  const { headers } = await withTotp(site.app, person);
  return { person, headers };
}

/** Lets the waiting period pass, and runs due jobs. */
async function wait(site: TestSite, hoursLong: number) {
  site.clock.advance(hours(hoursLong));
  const { clock, dependencies } = site;
  const open = await dependencies.db.selectFrom('factorResets').select('id').execute();
  for (const { id } of open) await completeFactorReset({ db: dependencies.db, clock }, id);
}

test('A user who has lost every factor waits 72 hours, is notified by mail, text and in each session, and then needs only the password', async () => {
  const site = await openSite();
  const { app, dependencies, sandboxUrl } = site;
  await site.startJobs();
  const { person, headers } = await lost(site);
  const { authenticator } = await withPasskey(app, headers);
  const token = await secondStep(app, person);
  const asked = await askReset(app, token);
  const left = Date.parse(asked.body.resetAt ?? '') - site.clock.now().getTime();
  expect(Math.round(left / minutes(60))).toBe(72);
  // Repeated requests return the first one, and nobody is notified again.
  const again = await Promise.all(Array.from({ length: 9 }, () => askReset(app, token)));
  expect(new Set(again.map(({ body }) => body.resetAt))).toEqual(new Set([asked.body.resetAt]));
  const texts = await eventually(
    () => textsTo(sandboxUrl, phoneOf(person)),
    (found) => found.length > 0,
  );
  const told = async () =>
    (await mailsTo(sandboxUrl, person.email)).filter(({ subject }) => subject === 'Check a change to your login');
  const mails = await eventually(told, (found) => found.length > 0);
  expect([texts.length, mails.length]).toEqual([1, 1]);
  expect(linkIn(texts[0] ?? '')).toBe(linkIn(mails[0]?.text ?? ''));
  const session = await send<{ session: { factorResetAt: string } }>(app, {
    method: 'GET',
    path: '/v2/sessions/current',
    headers,
  });
  expect(session.body.session.factorResetAt).toBe(asked.body.resetAt);
  await wait(site, 71);
  expect((await login(app, person)).body.code).toBe('SECOND_FACTOR_NEEDED');
  await wait(site, 1);
  expect((await login(app, person)).status).toBe(200);
  expect((await passkeySignIn(app, authenticator)).status).toBe(422);
  expect((await stopByLink(app, linkIn(texts[0] ?? ''))).body.state).toBe('DONE');
  const kinds = await dependencies.db.selectFrom('accountActivity').select('kind').execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['FACTOR_RESET_ASKED', 'FACTOR_RESET_DONE']));
  expect(site.logged.join('\n')).not.toContain(linkIn(texts[0] ?? ''));
});

test('A link, any session or a new password stops the removal for good', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const { db, makeToken } = dependencies;
  await site.startJobs();
  const { person, headers } = await lost(site);
  const requestReset = async (password = person.password) =>
    askReset(app, await secondStep(app, { ...person, password }));
  await requestReset();
  const reset = await openReset(db, person.userId);
  expect((await stopByLink(app, makeToken('FACTOR_RESET_STOP', reset?.id ?? ''))).body.state).toBe('STOPPED');
  expect((await stopByLink(app, makeToken('FACTOR_RESET_STOP', reset?.id ?? ''))).body.state).toBe('STOPPED');
  expect((await stopByLink(app, 'A'.repeat(43))).status).toBe(401);
  await requestReset();
  expect(await openReset(db, person.userId)).not.toBeNull();
  await send(app, { method: 'DELETE', path: '/v2/account/factor-reset', headers });
  await requestReset();
  await requestPasswordLink(app, person.username);
  await resetByHolder(site, await resetTokenOf(site, person.email), 'another-harbour-8');
  expect(await openReset(db, person.userId)).toBeNull();
  await wait(site, 73);
  expect((await login(app, { ...person, password: 'another-harbour-8' })).body.code).toBe('SECOND_FACTOR_NEEDED');
});

test('When stop and removal are concurrent, one wins and both say which', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { clock } = site;
  for (let round = 0; round < 6; round++) {
    const { person } = await lost(site);
    await askReset(site.app, await secondStep(site.app, person));
    const reset = await openReset(db, person.userId);
    if (!reset) throw new Error('Nothing was asked');
    site.clock.advance(hours(72));
    const stop = () => stopFactorReset({ db, clock }, { reset, device: '/' });
    const done = () => completeFactorReset({ db, clock }, reset.id);
    const calls = Array.from({ length: 10 }, (_, at) => (at % 2 === round % 2 ? [stop, done] : [done, stop])).flat();
    const states = (await Promise.all(calls.map((call) => call()))).flatMap((answer) => (answer ? [answer.state] : []));
    const factors = await db.selectFrom('totpFactors').select('userId').where('userId', '=', person.userId).execute();
    expect(new Set(states)).toEqual(new Set([factors.length === 0 ? 'DONE' : 'STOPPED']));
  }
});

test('5.4-2: A security question is answered before the removal begins: three tries a day, by phone and here together', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const { db, rateLimiter } = dependencies;
  const { person } = await lost(site);
  const right = { securityAnswer: ' lakeside  school', securityCode: '4711' };
  const hashed = await hashSecurity({ ...right, securityQuestion: 'What was your first school?' });
  await db.updateTable('users').set(hashed).where('id', '=', person.userId).execute();
  const token = await secondStep(app, person);
  const step = await send<{ securityQuestion: string }>(app, {
    method: 'GET',
    path: '/v2/sessions/second-step',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(step.body.securityQuestion).toBe('What was your first school?');
  expect((await askReset(app, token, { ...right, securityCode: '4712' })).body.code).toBe('SECURITY_ANSWER_WRONG');
  const mayTry = async (account: string) =>
    (await rateLimiter.attempt('security-answer', { account })).retryAfterSeconds === null;
  const onThePhone = (proof: typeof right) => checkSecurityAnswer({ db, mayTry }, { userId: person.userId, ...proof });
  expect(await onThePhone({ ...right, securityAnswer: 'Hillside' })).toBe('WRONG');
  const many = await Promise.all(Array.from({ length: 20 }, () => onThePhone({ ...right, securityCode: '0000' })));
  expect(many.filter((result) => result === 'WRONG')).toHaveLength(1);
  expect((await askReset(app, token, right)).body.code).toBe('SECURITY_TRIES_USED_UP');
  await rateLimiter.forgive('security-answer', 'account', person.userId);
  expect(await onThePhone({ ...right, securityAnswer: 'LAKESIDE SCHOOL' })).toBe('RIGHT');
  expect((await askReset(app, token, right)).status).toBe(200);
  const { userId } = await addPerson(db);
  expect(await checkSecurityAnswer({ db, mayTry }, { userId, ...right })).toBe('NOT_SET');
});

test('The export names passkeys, apps and removals without their keys; closing an account removes them, and any that are pending', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const { db } = dependencies;
  const { person, headers } = await lost(site);
  const { authenticator } = await withPasskey(app, headers, { name: 'Grey laptop' });
  await askReset(app, await secondStep(app, person));
  const exported = await send(app, { method: 'GET', path: '/v2/account/export', headers });
  expect(exported.body).toMatchObject({
    authenticatorApps: [{ createdAt: expect.any(String) }],
    passkeys: [{ name: 'Grey laptop', createdAt: expect.any(String) }],
    factorRemovals: [{ askedAt: expect.any(String) }],
  });
  expect(JSON.stringify(exported.body)).not.toMatch(/publicKey|credentialId|sealed|codeHash|stopHash/);
  await send(app, { method: 'POST', path: '/v2/account/deletion', body: { cancelRenewals: true }, headers });
  moveClockTo(site, utcDay(site.clock.now()), 31);
  await runDue(site);
  for (const table of ['totpFactors', 'passkeys', 'recoveryCodes', 'factorResets', 'secondSteps'] as const)
    expect(await db.selectFrom(table).select('userId').execute()).toEqual([]);
  await wait(site, 73);
  expect((await passkeySignIn(app, authenticator)).status).toBe(422);
  expect((await login(app, person)).status).toBe(401);
});

test('W1: a removal of factors that was requested with a password is not begun once that password has been replaced', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { person } = await lost(site);
  const token = await secondStep(site.app, person);
  const { asked } = await db.transaction().execute(async (trx) => {
    await lockUser(trx, person.userId);
    const answer = askReset(site.app, token);
    await untilOneWaitsForLock(db);
    await endSecondSteps(trx, person.userId);
    return { asked: answer };
  });
  expect((await asked).body.code).toBe('TOKEN_INVALID');
  expect(await openReset(db, person.userId)).toBeNull();
});
