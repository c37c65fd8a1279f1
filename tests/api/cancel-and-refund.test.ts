import { describe, expect, test } from 'vitest';
import { renewSubscription } from '#server/account/renew-subscription.ts';
import { askRefund, billing, book, coParent, lastMail, type Problem, setRenewal } from '../setup/account-calls.ts';
import { ledger, setFault, settleSales } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { drain, goTo, mailsInOrder, runDue, signedIn, subscribe, type Subscriber, subscriptionOf } from '../setup/subscriber.ts';
import { pressPay, readyToPay, send } from '../setup/sign-up.ts';

describe('BIL7: cancelled before the renewal', () => {
  test('nothing is charged, access lasts to the end, records stay, and it can be taken back until then', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    goTo(site, parent.periodEnd, -20);
    expect((await setRenewal(site, parent.userId, parent.subscriptionId, false)).body.autoRenew).toBe(false);
    await drain(site);
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel renewal is cancelled');
    await setRenewal(site, parent.userId, parent.subscriptionId, true);
    await drain(site);
    expect((await lastMail(site, parent))?.text).toContain('$144.00');
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    goTo(site, parent.periodEnd, -1);
    await runDue(site);
    expect((await subscriptionOf(site, parent)).state).toBe('CURRENT');
    goTo(site, parent.periodEnd);
    await runDue(site);
    expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
    expect(await book(site)).toEqual([['sale', 14_400]]);
    expect((await lastMail(site, parent))?.text).toContain('was not renewed');
    expect((await billing(site, parent.userId)).receipts).toHaveLength(1);
  });

  test('given up while it was declined, it is not offered to be taken back, and it ends', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    site.jobDependencies.gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
    goTo(site, parent.periodEnd, -1);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ autoRenew: false, mayResume: true }]);
    await setRenewal(site, parent.userId, parent.subscriptionId, true);
    goTo(site, parent.periodEnd);
    await runDue(site);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ state: 'CURRENT', autoRenew: false, mayResume: false }]);
    expect((await setRenewal(site, parent.userId, parent.subscriptionId, true)).status).toBe(409);
    await runDue(site);
    expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
  });

  test('no reminder goes out for a renewal that was cancelled', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    await drain(site);
    const before = (await mailsInOrder(site, parent.email)).length;
    goTo(site, parent.periodEnd, -30);
    await runDue(site);
    expect(await mailsInOrder(site, parent.email)).toHaveLength(before);
  });

  test('cancelled while the charge is on its way: the money goes back whole and it ends', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    goTo(site, parent.periodEnd);
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
  });
});

describe('the cancel link of a reminder', () => {
  async function link(site: TestSite, parent: Subscriber) {
    await drain(site);
    goTo(site, parent.periodEnd, -30);
    await runDue(site);
    const mail = await lastMail(site, parent);
    const url = new URL(mail?.links.find((one) => one.includes('/app/account/renewal#')) ?? '');
    const fragment = new URLSearchParams(url.hash.slice(1));
    return { path: `/v2/renewals/${fragment.get('subscription')}`, headers: { 'x-renewal-token': fragment.get('token') ?? '' }, url };
  }

  test('holds its secret behind the #; looking at it changes nothing, one press cancels, another takes it back', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { url, path, headers } = await link(site, parent);
    expect(url.pathname + url.search).toBe('/app/account/renewal');
    const looked = await send(site.app, { method: 'GET', path, headers });
    expect(looked.body).toEqual({ planName: 'Essentials', periodEnd: parent.periodEnd, autoRenew: true });
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
    expect((await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: false } })).body['autoRenew']).toBe(false);
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(false);
    expect((await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: true } })).body['autoRenew']).toBe(true);
    expect(site.logged.some((line) => line.includes(headers['x-renewal-token']))).toBe(false);
  });

  test('of a co-parent’s renewal names whose plan it is', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await setRenewal(site, payer.userId, payer.subscriptionId, false);
    const { path, headers } = await link(site, payer);
    expect(path).toContain(other.subscriptionId);
    expect((await send(site.app, { method: 'GET', path, headers })).body['planName']).toBe('Essentials (Joe)');
  });

  test('opens no other subscription, and nothing after its term', async () => {
    const site = await openSite();
    const [parent, other] = [await subscribe(site), await subscribe(site)];
    const { path, headers } = await link(site, parent);
    expect(
      (await send(site.app, { method: 'PUT', path: `/v2/renewals/${other.subscriptionId}`, headers, body: { autoRenew: false } })).status,
    ).toBe(401);
    expect((await send(site.app, { method: 'GET', path, headers: { 'x-renewal-token': 'A'.repeat(43) } })).status).toBe(401);
    goTo(site, parent.periodEnd);
    await runDue(site);
    expect((await send(site.app, { method: 'PUT', path, headers, body: { autoRenew: false } })).status).toBe(401);
    expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
  });
});

describe('the first payment, back in full', () => {
  test('before it has settled it is voided; it ends at once and a mail says so', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 14_400, kept: 0 });
    expect((await askRefund(site, parent.userId)).body.amount).toBe(14_400);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400 }]);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['void', 14_400],
    ]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'REFUNDED', autoRenew: false });
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel refund of $144.00');
    const shown = await billing(site, parent.userId);
    expect(shown.receipts).toMatchObject([{ total: 14_400, refunded: 14_400 }]);
    expect(shown.refund).toBeNull();
  });

  test('once it has settled it is refunded', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    await askRefund(site, parent.userId);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['refund', 14_400],
    ]);
  });

  test('asked twice, and by ten tabs at once, it goes back once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askRefund(site, parent.userId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'NOT_REFUNDABLE')).toHaveLength(9);
    await drain(site, { times: 2 });
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['void', 14_400],
    ]);
  });

  test.each(['void', 'refund'] as const)('the answer to a %s is lost: it is asked for again and goes back once', async (operation) => {
    const site = await openSite({ paymentTimeoutSeconds: 1 });
    const parent = await subscribe(site);
    if (operation === 'refund') await settleSales(site.sandboxUrl);
    await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: operation });
    await askRefund(site, parent.userId);
    await drain(site);
    expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([{ state: 'PENDING' }]);
    goTo(site, parent.periodEnd, -300);
    await runDue(site);
    expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([
      { state: operation === 'void' ? 'VOIDED' : 'REFUNDED' },
    ]);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      [operation, 14_400],
    ]);
  });

  test('with upgrades since, all of it goes back', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const headers = await signedIn(site, parent.userId);
    const order = { packageId: 1002 };
    const { body: quote } = await send<{ taxId: string }>(site.app, {
      method: 'POST',
      path: '/v2/account/upgrades/prices',
      body: { order },
      headers,
    });
    const payment = {
      amountDisplayed: 5_400,
      taxAmountDisplayed: 0,
      taxId: quote.taxId,
      paymentType: null,
      nonce: null,
      storePaymentOnFile: true,
    };
    await send(site.app, {
      method: 'POST',
      path: '/v2/account/upgrades/payments',
      body: { payment, order },
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    });
    expect((await askRefund(site, parent.userId)).body.amount).toBe(19_800);
    await drain(site);
    expect((await ledger(site.sandboxUrl)).map(({ kind }) => kind).sort()).toEqual(['sale', 'sale', 'void', 'void']);
  });

  test('on the thirtieth day, not on the thirty-first', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    goTo(site, parent.periodEnd, 31 - 365);
    expect((await askRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    goTo(site, parent.periodEnd, 30 - 365);
    expect((await askRefund(site, parent.userId)).status).toBe(200);
  });

  test('a renewal is no first payment', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    goTo(site, parent.periodEnd);
    await runDue(site);
    expect((await askRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
  });

  test('what a code paid goes back to the code', async () => {
    const site = await openSite();
    const { db } = site.dependencies;
    await db.updateTable('activationCodes').set({ reusable: false }).execute();
    const parent = await subscribe(site, { codes: ['HALF-OFF0-DEMO'] });
    const left = () => db.selectFrom('activationCodes').select('remainingCents').where('amountCents', '=', 7_200).executeTakeFirstOrThrow();
    expect((await left()).remainingCents).toBe(0);
    expect((await askRefund(site, parent.userId)).body.amount).toBe(7_200);
    expect((await left()).remainingCents).toBe(7_200);
  });
});

describe('BIL6: the card is replaced', () => {
  const replace = async (site: TestSite, userId: string, nonce: string) =>
    send<Problem>(site.app, { method: 'POST', path: '/v2/account/payment-method', body: { nonce }, headers: await signedIn(site, userId) });

  test('between two tries: charged once, on the new card, at once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => ({ outcome: 'declined', code: '2015', kind: 'hard', reason: 'card_declined' });
    goTo(site, parent.periodEnd);
    await runDue(site);
    gateway.sale = realSale;
    goTo(site, parent.periodEnd, 1);
    await runDue(site);
    expect(await book(site)).toHaveLength(1);
    expect((await replace(site, parent.userId, 'fake-valid-mastercard-nonce')).status).toBe(200);
    await drain(site, { times: 2 });
    await runDue(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['sale', 14_400],
    ]);
    const order = await site.dependencies.db
      .selectFrom('orders')
      .select('paymentMethod')
      .where('purpose', '=', 'RENEWAL')
      .executeTakeFirstOrThrow();
    expect(order.paymentMethod).toMatchObject({ cardBrand: 'MasterCard' });
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  });

  test('replaced twice in a day, each card is tried once', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    const asked: unknown[] = [];
    gateway.sale = async ({ source }) => {
      asked.push(source);
      return { outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' };
    };
    goTo(site, parent.periodEnd);
    await runDue(site);
    for (const nonce of ['fake-valid-mastercard-nonce', 'fake-valid-visa-nonce']) {
      await replace(site, parent.userId, nonce);
      await drain(site, { times: 2 });
    }
    expect(new Set(asked.map((source) => JSON.stringify(source))).size).toBe(3);
    expect(asked).toHaveLength(3);
    gateway.sale = realSale;
    goTo(site, parent.periodEnd, 3);
    await runDue(site);
    expect(await book(site)).toHaveLength(2);
  });

  test('the old token is deleted at the gateway; what the receipts show of it stays', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const { db } = site.dependencies;
    const deleted: string[] = [];
    const { gateway } = site.jobDependencies;
    const realDelete = gateway.deletePaymentMethod;
    gateway.deletePaymentMethod = (request) => {
      deleted.push(request.token);
      return realDelete(request);
    };
    const { token } = await db.selectFrom('paymentMethods').select('token').executeTakeFirstOrThrow();
    await replace(site, parent.userId, 'fake-valid-mastercard-nonce');
    await drain(site);
    expect(deleted).toEqual([token]);
    expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ cardBrand: 'MasterCard' });
    const told = await lastMail(site, parent);
    expect(told?.subject).toBe('Your Evenkeel payment method was changed');
    expect(told?.text.replaceAll(/\s+/g, ' ')).toContain('The earlier payment method was deleted.');
    const order = await db.selectFrom('orders').select('paymentMethod').executeTakeFirstOrThrow();
    expect(order.paymentMethod).toMatchObject({ cardBrand: 'Visa' });
  });

  test('a card that is not accepted changes nothing', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const refused = await replace(site, parent.userId, 'fake-processor-declined-visa-nonce');
    expect(refused.status).toBe(402);
    expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ cardLastFour: '1111' });
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
    `/v2/account/receipts/${receipt?.orderId}/pdf`,
    `/v2/account/subscriptions/${parent.subscriptionId}/restart`,
  ]) {
    expect((await send(site.app, { method: 'GET', path, headers })).status).toBe(404);
  }
  expect((await subscriptionOf(site, parent)).autoRenew).toBe(true);
  for (const path of ['/v2/account', '/v2/account/billing', '/v2/account/export']) {
    expect((await send(site.app, { method: 'GET', path })).status).toBe(401);
  }
  const registration = await readyToPay(site.app);
  expect((await pressPay(site.app, registration)).status).toBe(200);
});
