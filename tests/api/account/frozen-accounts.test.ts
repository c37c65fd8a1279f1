import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { renewalLinkSecret } from '#server/plans/renewal-link.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { readSubscription } from '#server/subscriptions/subscription-repository.ts';
import { setRenewal } from '../../setup/account-calls.ts';
import { addOwner, claimCalls, sessionCalls } from '../../setup/ownership/ownership.ts';
import type { Person } from '../../setup/person.ts';
import { authorization, Browser, calendar, discover, signInToCalendar } from '../../setup/providers/client-login.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, subscribe } from '../../setup/subscriber.ts';

/** Claims the account with a single proof, which freezes it. */
async function waits(site: TestSite, { email }: Person): Promise<void> {
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email });
  expect((await claim.wait(token)).status).toBe(200);
}

test('R41: while two people claim an account, nobody sees through an app, the session or the calendar what its pages withhold', async () => {
  const app = { ...calendar, scopes: [...calendar.scopes, 'email'] };
  const site = await openSite({ environment: { OIDC_CLIENTS: JSON.stringify([app]) } });
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const mine = await sessionCalls(site, owner);
  const { address } = (await mine.call<{ address: string }>('POST', '/calendar-feed')).body;
  const feed = () => site.app.inject({ url: address.replace('http://localhost:3000', '') });
  expect((await feed()).statusCode).toBe(200);
  const signedIn = await signInToCalendar(() => site.app, owner, { scope: 'openid email' });
  const userInfo = () => client.fetchUserInfo(signedIn.config, signedIn.tokens.access_token, owner.userId);
  expect(await userInfo()).toMatchObject({ email: owner.email });
  await site.dependencies.db.updateTable('users').set({ frozenAt: site.clock.now() }).execute();

  await expect(userInfo()).rejects.toThrow();
  expect((await feed()).statusCode).toBe(404);
  const config = await discover(() => site.app);
  const { url } = await authorization(config, { scope: 'openid email' });
  // A browser that was signed in to the app before is led to the pause page too.
  expect((await signedIn.browser.follow(url)).url).toMatch(/\/app\/home$/);
  const browser = new Browser(() => site.app);
  const { url: login } = await browser.follow(url);
  const { url: at } = await browser.follow(await browser.logIn(owner, login));
  expect(at).toMatch(/\/app\/home$/);
  const session = await browser.request('GET', '/api/v2/sessions/current');
  expect(session.json()).toMatchObject({ session: { email: '' } });

  await site.dependencies.db.updateTable('users').set({ frozenAt: null }).execute();
  expect(await userInfo()).toMatchObject({ email: owner.email });
  expect((await feed()).statusCode).toBe(200);
});

test('R40: a claim is announced once to every other address, although one of them accepts no mail for a while', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  await drain(site);
  site.clock.advance(days(1));
  const his = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await his.moveEmail('his@example.com');
  await drain(site);
  const { mail } = site.jobDependencies;
  const real = mail.send;
  mail.send = async (one) => (one.to === 'his@example.com' ? { outcome: 'retry', cause: 'server_busy' } : real(one));
  const told = async () => (await mailsTo(site.sandboxUrl, owner.email)).map(({ messageId }) => messageId);
  const before = await told();
  await waits(site, owner);
  await expect(drain(site)).rejects.toThrow('has to wait');
  const once = await told();
  expect(once).toHaveLength(before.length + 1);
  mail.send = real;
  const [claim] = await site.dependencies.db.selectFrom('ownershipClaims').select('id').orderBy('id', 'desc').execute();
  await jobs['send-ownership-notice'].run(site.jobDependencies, { claimId: claim?.id ?? '', news: 'WAITING' });
  expect(await told()).toEqual(once);
});

test('R41: while two people claim an account, the link in the notice of a renewal cancels it, and resumes none', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const { userId, subscriptionId } = await subscribe(site);
  const [subscription, payer] = [await readSubscription(db, subscriptionId), await readUser(db, userId)];
  if (!subscription || !payer) throw new Error('Nobody has subscribed');
  const headers = { 'x-renewal-token': renewalLinkSecret(makeToken, { subscription, payer }) };
  const path = `/v2/renewals/${subscriptionId}`;
  const put = (autoRenew: boolean) =>
    send<{ autoRenew: boolean; code?: string }>(site.app, { method: 'PUT', path, headers, body: { autoRenew } });
  await db.updateTable('users').set({ frozenAt: site.clock.now() }).where('id', '=', userId).execute();
  expect((await setRenewal(site, userId, subscriptionId, false)).body.code).toBe('ACCOUNT_FROZEN');
  expect((await send(site.app, { method: 'GET', path, headers })).body).toMatchObject({ autoRenew: true });
  expect((await put(false)).body).toMatchObject({ autoRenew: false });
  expect((await put(true)).body.code).toBe('ACCOUNT_FROZEN');
  await db.updateTable('users').set({ frozenAt: null }).where('id', '=', userId).execute();
  expect((await put(true)).body).toMatchObject({ autoRenew: true });
});

test('R44: on its day nobody is mailed that an account claimed by two people was closed', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const his = await sessionCalls(site, owner);
  await his.call('POST', '/deletion', { cancelRenewals: true });
  const { id, closesOn } = await site.dependencies.db
    .selectFrom('deletionRequests')
    .select(['id', 'closesOn'])
    .executeTakeFirstOrThrow();
  await drain(site);
  moveClockTo(site, addDays(closesOn, -2));
  await waits(site, owner);
  moveClockTo(site, closesOn, 1);
  await jobs['close-account'].run(site.jobDependencies, { requestId: id });
  const subjects = (await mailsTo(site.sandboxUrl, owner.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /is closed|was closed|has been closed/.test(subject))).toEqual([]);
});
