import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/clock.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { openDeletion } from '#server/closing/deletion-repository.ts';
import type { Trx } from '#server/db/pool.ts';
import { closeSessions } from '#server/identity/session-repository.ts';
import { lockUser } from '#server/identity/user-repository.ts';
import { untilLockIsWaitedFor, untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { addOwner, callsWith, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import {
  challengeFor,
  codeNow,
  createPasskey,
  login,
  passkeySignIn,
  post,
  sessionOf,
  withPasskey,
} from '../../setup/ownership/second-factor.ts';
import { cookieOf } from '../../setup/person.ts';
import { openSite } from '../../setup/site.ts';

const rounds = 5;
const his = { ...question, securityAnswer: 'Nowhere at all', securityCode: '1234', confirmCode: '1234' };
const environment = { RATE_LIMIT_FACTOR: '1000' };

/** Somebody who knew the password has moved the address; the owner has proved her former mailbox and phone. */
async function contested(site: Awaited<ReturnType<typeof openSite>>, round: number) {
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  expect((await thief.moveEmail(`his-${round}@example.com`)).body).toEqual({ outcome: 'CHANGED' });
  site.clock.advance(1_000);
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  await claim.second(token, 'PHONE');
  const stored = () =>
    site.dependencies.db
      .selectFrom('users')
      .select(['email', 'phoneNumber', 'securityAnswerHash', 'frozenAt', 'status'])
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
  return { owner, thief, claim, token, stored };
}

test('W1: a change concurrent with an undo is undone with it, or refused', async () => {
  const site = await openSite({ environment });
  for (let round = 0; round < rounds; round += 1) {
    const { owner, thief, claim, token, stored } = await contested(site, round);
    const before = await stored();
    const [decided] = await Promise.all([
      claim.decide(token),
      thief.call('PUT', '/profile/security', { security: his }),
      thief.movePhone(`202555${String(round).padStart(4, '0')}`),
      thief.call('POST', '/deletion', { cancelRenewals: true }),
    ]);
    expect(decided.body.undone).toBe(true);
    expect(await stored()).toEqual({ ...before, email: owner.email });
    expect(await openDeletion(site.dependencies.db, owner.userId)).toBeNull();
    expect((await thief.call('GET', '/profile')).status).toBe(401);
  }
});

type Session = Awaited<ReturnType<typeof sessionCalls>>;
type Asking = { session: Session; app: FastifyInstance; password: string };
const reached = { mail: false, text: false, call: false, neutral: false, hours: null };

/** Each change that a session can make, once its preconditions are met. */
const changes: Record<string, (asking: Asking) => Promise<() => Promise<{ body: { code?: string } }>>> = {
  name:
    async ({ session }) =>
    () =>
      session.call('PUT', '/profile/name', { firstName: 'Some', lastName: 'Body' }),
  question:
    async ({ session }) =>
    () =>
      session.call('PUT', '/profile/security', { security: his }),
  username:
    async ({ session }) =>
    () =>
      session.call('PUT', '/profile/username', { username: 'his.own.name' }),
  password:
    async ({ session, password }) =>
    () =>
      session.changePassword(password, 'his-own-harbour-1'),
  'request for another email':
    async ({ session }) =>
    () =>
      session.call('POST', '/profile/email', { email: 'his-own@example.com', oldMailboxShared: false }),
  email: ({ session }) => session.askEmail('his-own@example.com'),
  'request for another phone':
    async ({ session }) =>
    () =>
      session.call('POST', '/profile/phone', { phoneCountryCode: '+1', phoneNumber: '2025550199' }),
  phone: ({ session }) => session.askPhone('2025550199'),
  reach:
    async ({ session }) =>
    () =>
      session.call('PUT', '/reach', reached),
  'invoices elsewhere':
    async ({ session }) =>
    () =>
      session.call('PUT', '/invoice-address', { email: 'his-own@example.com' }),
  closing:
    async ({ session }) =>
    () =>
      session.call('POST', '/deletion', { cancelRenewals: true }),
  'keeping of the account': async ({ session }) => {
    await session.call('POST', '/deletion', { cancelRenewals: false });
    return () => session.call('DELETE', '/deletion');
  },
  'calendar address':
    async ({ session }) =>
    () =>
      session.call('POST', '/calendar-feed'),
  'new passkey': async ({ session, app }) => {
    const { response } = createPasskey(await challengeFor(app, '/v2/account/passkeys/options', session.headers));
    return () => post(app, '/v2/account/passkeys', session.headers, { name: 'His phone', response });
  },
  'removed passkey': async ({ session, app }) => {
    await withPasskey(app, session.headers);
    const { passkeys } = (await session.call<{ passkeys: { id: string }[] }>('GET', '/second-factors')).body;
    return () => session.call('DELETE', `/passkeys/${passkeys[0]?.id ?? ''}`);
  },
  'new app': async ({ session }) => {
    const { secret } = (await session.call<{ secret: string }>('POST', '/second-factors/totp')).body;
    return () => session.call('POST', '/second-factors/totp/confirmation', { code: codeNow(secret) });
  },
  'new recovery codes': async ({ session, app }) => {
    await withPasskey(app, session.headers);
    return () => session.call('POST', '/second-factors/recovery-codes');
  },
};

test.for(Object.entries(changes))(
  'W1: a session that ended, or whose account was frozen, before it got the account’s lock changes nothing: %s',
  async ([, prepare]) => {
    const site = await openSite({ environment });
    const { db } = site.dependencies;
    const { userId, ...owner } = await addOwner(site);
    const session = await sessionCalls(site, owner);
    const ends = {
      ACCOUNT_FROZEN: (trx: Trx) =>
        trx.updateTable('users').set({ frozenAt: site.clock.now() }).where('id', '=', userId).execute(),
      NOT_SIGNED_IN: (trx: Trx) => closeSessions(trx, { userId }),
    };
    const recorded = () =>
      db.selectFrom('accountActivity').select(['id', 'kind']).where('userId', '=', userId).orderBy('id').execute();
    for (const [code, end] of Object.entries(ends)) {
      const change = await prepare({ session, app: site.app, password: owner.password });
      const before = await recorded();
      const { sent } = await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const answer = change();
        await untilOneWaitsForLock(db);
        await end(trx);
        return { sent: answer };
      });
      expect((await sent).body.code).toBe(code);
      expect(await recorded()).toEqual(before);
      await db.updateTable('users').set({ frozenAt: null }).where('id', '=', userId).execute();
    }
  },
);

test('W1: of two concurrent claims the stronger one wins, whichever came first', async () => {
  const site = await openSite({ environment });
  for (let round = 0; round < rounds; round += 1) {
    const { owner, claim, token, stored } = await contested(site, round);
    const his = await claim.begin({ email: owner.email });
    await claim.prove(his.token, { kind: 'PASSWORD', password: owner.password });
    const [hers] = await Promise.all([claim.decide(token), claim.decide(his.token, true)]);
    expect(hers.body.undone).toBe(true);
    expect((await stored()).email).toBe(owner.email);
  }
});

test('W1: two concurrent waits become one, and a decision beside it ends it', async () => {
  const site = await openSite({ environment });
  for (let round = 0; round < rounds; round += 1) {
    const { owner, claim, token, stored } = await contested(site, round);
    const his = await claim.begin({ email: owner.email });
    const another = await claim.begin({ email: owner.email });
    const waits = await Promise.all([claim.wait(his.token), claim.wait(another.token)]);
    expect(waits.map(({ status, body }) => [status, body.waitUntil])).toEqual([
      [200, waits[0].body.waitUntil],
      [200, waits[0].body.waitUntil],
    ]);
    expect((await stored()).frozenAt).not.toBeNull();
    const third = await claim.begin({ email: owner.email });
    await Promise.all([claim.decide(token), claim.wait(third.token)]);
    expect((await stored()).frozenAt).toBeNull();
  }
});

test('W1: somebody who logs in during an undo is logged out, or never gets in', async () => {
  const site = await openSite({ environment });
  for (let round = 0; round < rounds; round += 1) {
    const { owner, claim, token } = await contested(site, round);
    const [decided, ...logins] = await Promise.all([
      claim.decide(token),
      ...Array.from({ length: 3 }, () => login(site.app, owner)),
    ]);
    expect(decided.body.undone).toBe(true);
    for (const { headers } of logins) {
      const cookie = cookieOf(headers, 'session') ?? '';
      const page = await site.app.inject({ url: '/api/v2/account/profile', headers: { cookie } });
      expect(page.statusCode).toBe(401);
    }
  }
});

test('W1: on its day an account is closed or frozen, never both', async () => {
  const site = await openSite({ environment });
  for (let round = 0; round < rounds; round += 1) {
    const { owner, thief, claim, stored } = await contested(site, round);
    expect((await thief.call('POST', '/deletion', { cancelRenewals: true })).status).toBe(200);
    const { id = '' } = (await openDeletion(site.dependencies.db, owner.userId)) ?? {};
    site.clock.advance(days(29) + hours(23) + minutes(59));
    const { token } = await claim.begin({ email: owner.email });
    const [waited] = await Promise.all([claim.wait(token), closeAccount(site.dependencies, id)]);
    const { status, frozenAt } = await stored();
    expect([waited.status === 200, status === 'ACTIVE', frozenAt !== null]).toEqual(
      waited.status === 200 ? [true, true, true] : [false, false, false],
    );
  }
});

test('R23: a decision made while the account is being closed waits for it, and neither fails', async () => {
  const site = await openSite({ environment });
  const { db } = site.dependencies;
  const { owner, thief, claim, token, stored } = await contested(site, 0);
  expect((await thief.call('POST', '/deletion', { cancelRenewals: true })).status).toBe(200);
  const { id = '' } = (await openDeletion(db, owner.userId)) ?? {};
  await db.updateTable('deletionRequests').set({ closesOn: '2020-01-01' }).execute();
  const { closing, decided } = await db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.userId);
    const closed = closeAccount(site.dependencies, id);
    await untilOneWaitsForLock(db);
    const decision = claim.decide(token);
    await untilLockIsWaitedFor(db, 2);
    return { closing: { closed }, decided: { decision } };
  });
  await closing.closed;
  expect((await decided.decision).status).toBe(401);
  expect((await stored()).status).toBe('CLOSED');
});

test('W1: a change can be contested until the last moment of its 30 days, and not after it', async () => {
  const site = await openSite({ environment });
  const { owner, claim, stored } = await contested(site, 0);
  site.clock.advance(days(30) - minutes(2));
  const late = await claim.begin({ email: owner.email });
  await claim.second(late.token, 'PHONE');
  const last = await claim.begin({ email: owner.email });
  await claim.second(last.token, 'PHONE');
  expect((await claim.decide(last.token)).body.undone).toBe(true);
  expect((await stored()).email).toBe(owner.email);
  const again = await contested(site, 1);
  site.clock.advance(days(30));
  expect((await claim.begin({ email: again.owner.email })).answer.status).toBe(422);
  expect((await again.claim.decide(again.token)).status).toBe(401);
  expect((await again.stored()).email).toBe('his-1@example.com');
});

test('R21: a pause begun within the 30 days is decided by a second proof during it, even if they end meanwhile', async () => {
  const site = await openSite({ environment });
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await thief.moveEmail('his@example.com');
  site.clock.advance(days(29));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  expect((await claim.wait(token)).status).toBe(200);
  site.clock.advance(hours(50));
  expect((await claim.call('GET', '/current', token)).body).toMatchObject({ state: 'WAITING', proved: ['MAILBOX'] });
  expect((await claim.second(token, 'PHONE')).body.mayDecide).toBe(true);
  expect((await claim.decide(token)).body.undone).toBe(true);
});

test('R22: the id of a removed passkey, copied to another account, does not keep its owner’s account from going back', async () => {
  const site = await openSite({ environment });
  const owner = await addOwner(site, { hasPasskey: true });
  const copier = await addOwner(site);
  if (!owner.passkey) throw new Error('An owner with a passkey has none');
  // Somebody at her unlocked screen.
  const his = callsWith(site, sessionOf(await passkeySignIn(site.app, owner.passkey)) ?? {});
  const { passkeys } = (await his.call<{ passkeys: { id: string }[] }>('GET', '/second-factors')).body;
  expect((await his.call('DELETE', `/passkeys/${passkeys[0]?.id ?? ''}`)).status).toBe(200);
  await withPasskey(site.app, (await sessionCalls(site, copier)).headers, { id: owner.passkey.id });
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  await claim.second(token, 'PHONE');
  expect((await claim.decide(token)).body.undone).toBe(true);
});
