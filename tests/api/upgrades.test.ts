import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccountPayment, AccountPaymentResult } from '#contract/api/account-payments.ts';
import type { PriceLine, Quote } from '#contract/api/prices.ts';
import type { UpgradeCard } from '#contract/api/upgrades.ts';
import { changeRenewal } from '#server/account/change-renewal.ts';
import { renewSubscription } from '#server/account/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { ledger, setFault } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { mailsInOrder, drain, goTo, runDue, signedIn, subscribe, type Subscriber, subscriptionOf } from '../setup/subscriber.ts';
import { type Answer, send } from '../setup/sign-up.ts';

type Order = { packageId: number; productId?: string | null; services?: string[] };
type Paying = AccountPayment & { code: string; quote: Quote; validationErrors: { field: string }[] };

const sum = (lines: readonly PriceLine[]) =>
  lines.filter(({ kind }) => kind !== 'INCLUDED_TAX').reduce((total, { amount }) => total + amount, 0);

async function priceOf(site: TestSite, { userId }: Subscriber, order: Order): Promise<Answer<Quote>> {
  return send<Quote>(site.app, {
    method: 'POST',
    path: '/v2/account/upgrades/prices',
    body: { order },
    headers: await signedIn(site, userId),
  });
}

type Press = { quote?: Quote; key?: string; nonce?: string | null; change?: object };

async function upgrade(
  site: TestSite,
  parent: Subscriber,
  order: Order,
  { nonce = null, key = randomUUID(), change = {}, ...press }: Press = {},
): Promise<Answer<Paying>> {
  const quote = press.quote ?? (await priceOf(site, parent, order)).body;
  const payment = {
    amountDisplayed: quote.totals.total,
    taxAmountDisplayed: quote.totals.taxAmount,
    taxId: quote.taxId,
    paymentType: nonce === null ? null : 'CREDIT_CARD',
    nonce,
    storePaymentOnFile: true,
    ...change,
  };
  const headers = { ...(await signedIn(site, parent.userId)), 'idempotency-key': key };
  return send<Paying>(site.app, { method: 'POST', path: '/v2/account/upgrades/payments', body: { payment, order }, headers });
}

const charges = async ({ sandboxUrl }: TestSite) =>
  (await ledger(sandboxUrl)).filter(({ kind }) => kind === 'sale').map(({ amountCents }) => amountCents);

describe('BIL4: the preview is the charge, to the cent', () => {
  test.each([
    ['day 0', 0, 19_800 - 14_400],
    ['day 1', 1, 19_746 - 14_361],
    ['day 364', 364, 54 - 39],
  ])('on %s', async (_when, day, due) => {
    const site = await openSite();
    const parent = await subscribe(site);
    goTo(site, parent.periodEnd, day - 365);
    const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
    expect(preview.totals.total).toBe(due);
    expect(sum(preview.lines)).toBe(due);
    expect(preview.renewal).toMatchObject({ amount: 19_800, date: parent.periodEnd });
    const paid = await upgrade(site, parent, { packageId: 1002 }, { quote: preview });
    expect(paid.body.outcome).toBe('PAID');
    expect(await charges(site)).toEqual([14_400, due]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1002, periodEnd: parent.periodEnd });
  });

  test('at the instant of renewal nothing is due; the renewal is charged at the price of the new plan', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    goTo(site, parent.periodEnd, -30);
    await runDue(site);
    goTo(site, parent.periodEnd);
    const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
    expect(preview.totals.total).toBe(0);
    expect((await upgrade(site, parent, { packageId: 1002 }, { quote: preview })).body.outcome).toBe('PAID');
    await runDue(site);
    expect(await charges(site)).toEqual([14_400, 19_800]);
  });

  test('twice a day: the second counts what the first has paid', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] });
    goTo(site, parent.periodEnd, -100);
    await upgrade(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1'] });
    await upgrade(site, parent, { packageId: 1002 });
    const [first = 0, second = 0, third = 0] = await charges(site);
    expect(first).toBe(10_800);
    // 100 of 365 days: 12.00 more a year, then 78.00 more a year.
    expect(second).toBe(329);
    expect(third).toBe(2_137);
    expect(second + third).toBe(2_466);
  });

  test('with a sales tax the tax is on the difference alone', async () => {
    const site = await openSite();
    const address = { line1: '1 Ocean Drive', line2: '', city: 'Providence', region: 'RI', postalCode: '02903', country: 'US' };
    const parent = await subscribe(site, { address: { address, timeZone: 'America/New_York' } });
    goTo(site, parent.periodEnd, -365);
    const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
    expect(preview.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['PACKAGE', 19_800],
      ['PRORATION', -14_400],
      ['TAX', 378],
    ]);
    await upgrade(site, parent, { packageId: 1002 }, { quote: preview });
    expect(await charges(site)).toEqual([15_408, 5_778]);
  });

  test('what a coupon took off is not given back as credit', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { codes: ['WELCOME10'] });
    goTo(site, parent.periodEnd, -365);
    expect((await priceOf(site, parent, { packageId: 1002 })).body.totals.total).toBe(19_800 - 12_960);
  });
});

test('the cards show what is held, what may be bought and what is included', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  goTo(site, parent.periodEnd, -100);
  const answer = await send<{ packages: UpgradeCard[]; current: { daysLeft: number; currentSubscriptionPriceFormatted: string } }>(
    site.app,
    {
      method: 'GET',
      path: '/v2/account/upgrades',
      headers: await signedIn(site, parent.userId),
    },
  );
  expect(answer.body.current).toMatchObject({ packageId: 1001, daysLeft: 100, currentSubscriptionPriceFormatted: '$144.00' });
  expect(answer.body.packages.map(({ id, standing }) => [id, standing])).toEqual([
    [1001, 'CURRENT'],
    [1002, 'UPGRADE'],
    [1003, 'UPGRADE'],
  ]);
  const premium = answer.body.packages.find(({ id }) => id === 1002);
  const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
  expect(premium).toMatchObject({ annualRenewalFormatted: '$198.00', proratedPriceInfo: { proratedPrice: preview.totals.total } });
});

test('a smaller plan, another term, another list and the plan one has are no upgrades', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1002 });
  for (const order of [{ packageId: 1001 }, { packageId: 1002 }, { packageId: 1012 }, { packageId: 1203 }]) {
    expect((await priceOf(site, parent, order)).status).toBe(400);
  }
});

test('build-your-own keeps the options it has', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1'] });
  const without = await priceOf(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'PAY1'] });
  expect(without.status).toBe(400);
  const kept = await priceOf(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1', 'PAY1'] });
  expect(kept.body.totals.total).toBe(2_400);
});

test('build-your-own goes on offering the recorded calls somebody has, when their experiment is over', async () => {
  const site = await openSite();
  const order = (...services: string[]) => ({ packageId: 1003, productId: 'SUB1YEAR', services });
  const parent = await subscribe(site, order('1GB1'));
  expect((await priceOf(site, parent, order('1GB1', 'CALL1'))).status).toBe(400);
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ services: ['1GB1', 'CALL1'] })
    .where('id', '=', parent.subscriptionId)
    .execute();
  expect((await priceOf(site, parent, order('1GB1', 'CALL1', 'TONE1'))).status).toBe(200);
  const listed = await send<{ packages: UpgradeCard[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/upgrades',
    headers: await signedIn(site, parent.userId),
  });
  const own = listed.body.packages.find(({ id }) => id === 1003);
  expect(own?.options.map(({ optionCode }) => optionCode)).toContain('CALL1');
});

test('build-your-own does not exchange the storage it has for less', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['10GB1'] });
  const order = (...services: string[]) => ({ packageId: 1003, productId: 'SUB1YEAR', services });
  expect((await priceOf(site, parent, order('1GB1', 'PAY1'))).status).toBe(400);
  expect((await priceOf(site, parent, order('10GB1', 'PAY1'))).body.totals.total).toBe(2_400);
});

test('another price in the browser charges nothing and answers with the one that holds', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const answer = await upgrade(site, parent, { packageId: 1002 }, { change: { amountDisplayed: 1 } });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'QUOTE_CHANGED', quote: { totals: { total: 5_400 } } });
  expect(await charges(site)).toEqual([14_400]);
});

test('a price that was shown yesterday charges nothing today', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const yesterday = (await priceOf(site, parent, { packageId: 1002 })).body;
  goTo(site, parent.periodEnd, -300);
  expect((await upgrade(site, parent, { packageId: 1002 }, { quote: yesterday })).body.code).toBe('QUOTE_CHANGED');
  expect(await charges(site)).toEqual([14_400]);
});

test('twenty presses at once are one charge and one plan', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
  const answers = await Promise.all(Array.from({ length: 20 }, () => upgrade(site, parent, { packageId: 1002 }, { quote })));
  expect(answers.filter(({ body }) => body.outcome === 'PAID').length).toBeGreaterThan(0);
  expect(await charges(site)).toEqual([14_400, 5_400]);
});

test('the same key gets the same answer; with another body nothing is executed', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const key = randomUUID();
  const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
  const first = await upgrade(site, parent, { packageId: 1002 }, { quote, key });
  const second = await upgrade(site, parent, { packageId: 1002 }, { quote, key });
  expect(second.body).toEqual(first.body);
  expect((await upgrade(site, parent, { packageId: 1002 }, { quote, key, change: { cardHolderName: 'Else' } })).status).toBe(422);
  expect(await charges(site)).toEqual([14_400, 5_400]);
});

test('REL9: asked by the key of a press, an earlier upgrade says nothing about it; a press that met one under way waits for it', async () => {
  const site = await openSite({ paymentTimeoutSeconds: 1 });
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] });
  const headers = await signedIn(site, parent.userId);
  const became = async (key?: string) =>
    (
      await send<AccountPaymentResult>(site.app, {
        method: 'GET',
        path: `/v2/account/upgrades/payment${key ? `?key=${key}` : ''}`,
        headers,
      })
    ).body;
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await became(first)).toEqual({ outcome: 'NONE' });
  await upgrade(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1'] }, { key: first });
  expect(await became(first)).toMatchObject({ outcome: 'PAID', receipt: { totals: { total: 1_200 } } });
  expect(await became(second)).toEqual({ outcome: 'NONE' });
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  await upgrade(site, parent, { packageId: 1002 }, { key: second });
  expect(await became(second)).toMatchObject({ outcome: 'CONFIRMING' });
  expect(await became(randomUUID())).toMatchObject({ outcome: 'CONFIRMING' });
  expect(await became(first)).toMatchObject({ outcome: 'PAID' });
});

test('another card pays the upgrade and is kept for renewals, which its owner is told', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await upgrade(site, parent, { packageId: 1002 }, { nonce: 'fake-valid-mastercard-nonce' });
  await drain(site);
  const methods = await site.dependencies.db
    .selectFrom('paymentMethods')
    .select(['cardBrand', 'isDefault'])
    .where('userId', '=', parent.userId)
    .execute();
  expect(methods).toEqual([{ cardBrand: 'MasterCard', isDefault: true }]);
  const told = (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.includes('payment method'));
  expect(told.map(({ subject }) => subject)).toEqual(['Your Evenkeel payment method was changed']);
});

test('a declined upgrade changes nothing and says that nothing was charged', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const declined = await upgrade(site, parent, { packageId: 1002 }, { nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined.status).toBe(402);
  expect((await subscriptionOf(site, parent)).packageId).toBe(1001);
  expect((await upgrade(site, parent, { packageId: 1002 })).body.outcome).toBe('PAID');
});

describe('BIL5: an upgrade, a renewal and a cancellation at the same moment', () => {
  test('upgrade and renewal: one after the other, the renewal at the price of the plan it finds', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    goTo(site, parent.periodEnd);
    const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
    await Promise.all([renewSubscription(site.jobDependencies, parent), upgrade(site, parent, { packageId: 1002 }, { quote })]);
    await runDue(site);
    const now = await subscriptionOf(site, parent);
    expect(now.periodStart).toBe(parent.periodEnd);
    const [, renewal] = await charges(site);
    expect([
      [1001, 14_400],
      [1002, 19_800],
    ]).toContainEqual([now.packageId, renewal]);
    expect(await charges(site)).toHaveLength(2);
  });

  test('while an upgrade is being confirmed nothing renews; while a renewal is, nothing is upgraded', async () => {
    const site = await openSite({ paymentTimeoutSeconds: 1 });
    const parent = await subscribe(site);
    await drain(site);
    goTo(site, parent.periodEnd, -1);
    const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
    await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
    expect((await upgrade(site, parent, { packageId: 1002 }, { quote })).body.outcome).toBe('CONFIRMING');
    goTo(site, parent.periodEnd);
    await renewSubscription(site.jobDependencies, parent);
    expect(await charges(site)).toHaveLength(2);
    await site.dependencies.db
      .selectFrom('paymentAttempts')
      .select('id')
      .where('purpose', '=', 'RENEWAL')
      .execute()
      .then((none) => expect(none).toEqual([]));
    const other = await subscribe(site);
    await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
    goTo(site, other.periodEnd);
    await renewSubscription(site.jobDependencies, other);
    const pressed = await upgrade(site, other, { packageId: 1002 });
    expect(pressed.body.code).toBe('PAYMENT_IN_PROGRESS');
    expect((await subscriptionOf(site, other)).packageId).toBe(1001);
  });

  test('upgrade and cancellation: the plan is the new one and does not renew', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
    const [pressed] = await Promise.all([
      upgrade(site, parent, { packageId: 1002 }, { quote }),
      changeRenewal(site.dependencies, { ...parent, autoRenew: false }),
    ]);
    const now = await subscriptionOf(site, parent);
    expect(now.autoRenew).toBe(false);
    expect([
      ['PAID', 1002],
      ['QUOTE_CHANGED', 1001],
    ]).toContainEqual([pressed.status === 200 ? pressed.body.outcome : pressed.body.code, now.packageId]);
    expect(await charges(site)).toHaveLength(now.packageId === 1002 ? 2 : 1);
  });

  test('an upgrade that the renewal has overtaken goes back whole', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async (request) => {
      const answer = await realSale(request);
      // While the gateway works, a repaired clock lets the term pass.
      const { db } = site.dependencies;
      const next = { periodStart: parent.periodEnd, periodEnd: addDays(parent.periodEnd, 365) };
      await db.updateTable('subscriptions').set(next).where('id', '=', parent.subscriptionId).execute();
      return answer;
    };
    expect((await upgrade(site, parent, { packageId: 1002 })).body).toMatchObject({ outcome: 'PAID', givenBack: true });
    gateway.sale = realSale;
    await drain(site);
    expect((await ledger(site.sandboxUrl)).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['sale', 14_400],
      ['sale', 5_400],
      ['void', 5_400],
    ]);
    expect((await subscriptionOf(site, parent)).packageId).toBe(1001);
  });
});

test('a plan whose renewal was declined is paid first, upgraded after', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ declinedOn: parent.periodEnd })
    .where('id', '=', parent.subscriptionId)
    .execute();
  goTo(site, parent.periodEnd);
  const answer = await upgrade(site, parent, { packageId: 1002 });
  expect(answer.body.code).toBe('RENEWAL_UNPAID');
});

test('whoever upgrades what somebody else paid for pays its renewals from then on', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const { db } = site.dependencies;
  const address = { line1: '4 Elm', city: 'Minneapolis', region: 'MN', postalCode: '55401', country: 'US' };
  const holder = await db
    .updateTable('users')
    .set({ status: 'ACTIVE', ...address })
    .where('email', '=', payer.coParentEmail)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db.selectFrom('subscriptions').select('id').where('userId', '=', holder.id).executeTakeFirstOrThrow();
  const paid = await upgrade(site, { ...payer, userId: holder.id }, { packageId: 1002 }, { nonce: 'fake-valid-mastercard-nonce' });
  expect(paid.body.outcome).toBe('PAID');
  expect(await subscriptionOf(site, { subscriptionId: id })).toMatchObject({ payerUserId: holder.id, packageId: 1002 });
  expect((await subscriptionOf(site, payer)).packageId).toBe(1001);
});
