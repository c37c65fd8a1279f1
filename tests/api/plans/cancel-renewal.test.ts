import { describe, expect, test } from 'vitest';
import { longDate } from '#server/mail-templates/formats.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, book, coParent, lastMail, setRenewal } from '../../setup/account-calls.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

describe('BIL7: cancelled before the renewal', () => {
  test('BIL7: nothing is charged, access lasts to the end, records stay, and it can be resumed until then', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd, -20);
    expect((await setRenewal(site, parent.userId, parent.subscriptionId, false)).body.autoRenew).toBe(false);
    await drain(site);
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel renewal is canceled');
    await setRenewal(site, parent.userId, parent.subscriptionId, true);
    await drain(site);
    expect((await lastMail(site, parent))?.text).toContain('US$144.00');
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    moveClockTo(site, parent.periodEnd, -1);
    await runDue(site);
    expect((await subscriptionOf(site, parent)).state).toBe('CURRENT');
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
    expect(await book(site)).toEqual([['sale', 14_400]]);
    expect((await lastMail(site, parent))?.text).toContain('nothing more is');
    expect((await billing(site, parent.userId)).receipts).toHaveLength(1);
  });

  test('T7: while declined, it ends at once, on page and in mail the same day, and cannot be resumed', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    site.jobDependencies.gateway.sale = async () => ({
      outcome: 'declined',
      code: '2000',
      kind: 'soft',
      reason: 'card_declined',
    });
    moveClockTo(site, parent.periodEnd, -1);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ autoRenew: false, mayResume: true }]);
    await setRenewal(site, parent.userId, parent.subscriptionId, true);
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    const given = moveClockTo(site, parent.periodEnd, 2);
    for (const _ of [1, 2]) {
      expect(await setRenewal(site, parent.userId, parent.subscriptionId, false)).toMatchObject({
        status: 200,
        body: { state: 'LAPSED', autoRenew: false },
      });
    }
    expect((await billing(site, parent.userId)).subscriptions).toMatchObject([
      { state: 'LAPSED', autoRenew: false, mayResume: false, mayRestart: true, periodEnd: given },
    ]);
    expect((await setRenewal(site, parent.userId, parent.subscriptionId, true)).status).toBe(409);
    const before = (await mailsInOrder(site, parent.email)).length;
    await drain(site);
    const mails = (await mailsInOrder(site, parent.email)).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Evenkeel subscription has ended']);
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(`ended on ${longDate(given, { language: 'en' })}`);
  });

  test('no reminder goes out for a renewal that was cancelled', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    await drain(site);
    const before = (await mailsInOrder(site, parent.email)).length;
    moveClockTo(site, parent.periodEnd, -30);
    await runDue(site);
    expect(await mailsInOrder(site, parent.email)).toHaveLength(before);
  });

  test('BIL7: cancelled during the charge: it is refunded in full and the plan ends', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async (request) => {
      const answer = await realSale(request);
      await setRenewal(site, parent.userId, parent.subscriptionId, false);
      return answer;
    };
    await renewSubscription(site.jobDependencies, parent);
    gateway.sale = realSale;
    await runDue(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['sale', 14_400],
      ['void', 14_400],
    ]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED', periodEnd: parent.periodEnd });
    expect((await lastMail(site, parent))?.text).toContain('You canceled the renewal while it was being charged');
  });
});

describe('the cancel link of a reminder', () => {
  async function link(site: TestSite, parent: Subscriber) {
    await drain(site);
    moveClockTo(site, parent.periodEnd, -30);
    await runDue(site);
    const mail = await lastMail(site, parent);
    const url = new URL(mail?.links.find((one) => one.includes('/app/account/renewal#')) ?? '');
    const fragment = new URLSearchParams(url.hash.slice(1));
    return {
      path: `/v2/renewals/${fragment.get('subscription')}`,
      headers: { 'x-renewal-token': fragment.get('token') ?? '' },
      url,
    };
  }

  test('has its secret in the fragment; opening it changes nothing, one click cancels, another resumes', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { url, path, headers } = await link(site, parent);
    expect(url.pathname + url.search).toBe('/app/account/renewal');
    const looked = await send(site.app, { method: 'GET', path, headers });
    expect(looked.body).toEqual({
      planName: 'Essentials',
      state: 'CURRENT',
      periodEnd: parent.periodEnd,
      renewal: { amount: 14_400, amountFormatted: 'US$144.00' },
      renewsTo: null,
      autoRenew: true,
      needsMethod: false,
      waiting: null,
      stillCharged: [],
    });
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
    expect((await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: false } })).body['autoRenew']).toBe(
      false,
    );
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(false);
    expect((await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: true } })).body['autoRenew']).toBe(
      true,
    );
    expect(site.logged.some((line) => line.includes(headers['x-renewal-token']))).toBe(false);
  });

  test('T7: says that a renewal was declined and when it ends; one click abandons it', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { codes: ['FULL-1YR0-DEMO'], nonce: null });
    const { path, headers } = await link(site, parent);
    moveClockTo(site, parent.periodEnd, 1);
    await runDue(site);
    const { periodEnd } = parent;
    expect((await send(site.app, { method: 'GET', path, headers })).body).toMatchObject({
      needsMethod: true,
      waiting: { retryOn: null, endsOn: addDays(periodEnd, 8) },
    });
    const { body } = await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: false } });
    expect(body).toMatchObject({ state: 'LAPSED', autoRenew: false, waiting: null });
  });

  test('of a co-parent’s renewal names whose plan it is', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await setRenewal(site, payer.userId, payer.subscriptionId, false);
    const { path, headers } = await link(site, payer);
    expect(path).toContain(other.subscriptionId);
    expect((await lastMail(site, payer))?.subject).toMatch(/^A plan you pay for renews on /);
    expect((await send(site.app, { method: 'GET', path, headers })).body['planName']).toBe('Essentials (Joe)');
  });

  test('SEC10: stops working when the payer changes their email', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { path, headers } = await link(site, parent);
    const look = { method: 'GET', path, headers } as const;
    expect((await send(site.app, look)).status).toBe(200);
    const email = `moved-${parent.email}`;
    await site.dependencies.db
      .updateTable('users')
      .set({ email, emailNormalised: email })
      .where('id', '=', parent.userId)
      .execute();
    expect((await send(site.app, look)).status).toBe(401);
    expect((await send(site.app, { ...look, method: 'PUT', body: { autoRenew: false } })).status).toBe(401);
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
  });

  test('opens no other subscription, and nothing after its term', async () => {
    const site = await openSite();
    const [parent, other] = [await subscribe(site), await subscribe(site)];
    const { path, headers } = await link(site, parent);
    expect(
      (
        await send(site.app, {
          method: 'PUT',
          path: `/v2/renewals/${other.subscriptionId}`,
          headers,
          body: { autoRenew: false },
        })
      ).status,
    ).toBe(401);
    expect((await send(site.app, { method: 'GET', path, headers: { 'x-renewal-token': 'A'.repeat(43) } })).status).toBe(
      401,
    );
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect((await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: false } })).status).toBe(401);
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
  });
});

test('SEC10: another family’s subscription, receipt and link are not found', async () => {
  const site = await openSite();
  const [parent, stranger] = [await subscribe(site), await subscribe(site)];
  expect((await setRenewal(site, stranger.userId, parent.subscriptionId, false)).status).toBe(404);
  const [receipt] = (await billing(site, parent.userId)).receipts;
  const headers = await signedIn(site, stranger.userId);
  for (const path of [
    `/v2/account/receipts/${receipt?.orderId}`,
    `/v2/account/subscriptions/${parent.subscriptionId}/restart`,
  ]) {
    expect((await send(site.app, { method: 'GET', path, headers })).status).toBe(404);
  }
  expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
  for (const path of ['/v2/account', '/v2/account/billing', '/v2/account/export']) {
    expect((await send(site.app, { method: 'GET', path })).status).toBe(401);
  }
  const registration = await readyToPay(site.app);
  expect((await submitPayment(site.app, registration)).status).toBe(200);
});
