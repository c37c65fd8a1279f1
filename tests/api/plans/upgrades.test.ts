import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccountPaymentResult } from '#contract/api/account-payments.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listUpgrades } from '#contract/api/upgrades.ts';
import { changeRenewal } from '#server/plans/change-renewal.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, charges, setRenewal } from '../../setup/account-calls.ts';
import { ledger, setFault } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

test('a wrong displayed price charges nothing and returns the current quote', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const answer = await upgrade(site, parent, { packageId: 1002 }, { change: { amountDisplayed: 1 } });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'QUOTE_CHANGED', quote: { totals: { total: 5_400 } } });
  expect(await charges(site)).toEqual([14_400]);
});

test('PAY7: a price that was shown yesterday charges nothing today', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const yesterday = (await priceOf(site, parent, { packageId: 1002 })).body;
  moveClockTo(site, parent.periodEnd, -300);
  expect((await upgrade(site, parent, { packageId: 1002 }, { quote: yesterday })).body.code).toBe('QUOTE_CHANGED');
  expect(await charges(site)).toEqual([14_400]);
});

test('PAY4: twenty submissions at once are one charge and one plan', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => upgrade(site, parent, { packageId: 1002 }, { quote })),
  );
  expect(answers.filter(({ body }) => body.outcome === 'PAID').length).toBeGreaterThan(0);
  expect(await charges(site)).toEqual([14_400, 5_400]);
});

test('REL2: the same key gets the same answer; with another body nothing is executed', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const key = randomUUID();
  const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
  const first = await upgrade(site, parent, { packageId: 1002 }, { quote, key });
  const second = await upgrade(site, parent, { packageId: 1002 }, { quote, key });
  expect(second.body).toEqual(first.body);
  expect(
    (await upgrade(site, parent, { packageId: 1002 }, { quote, key, change: { cardHolderName: 'Else' } })).status,
  ).toBe(422);
  expect(await charges(site)).toEqual([14_400, 5_400]);
});

test('REL9: a result by key ignores an earlier upgrade; a submission during another one waits for it', async () => {
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

test('9-8: another card pays the upgrade and is stored for renewals, and its owner is notified', async () => {
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
  const mails = (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.includes('payment method'));
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Evenkeel payment method was changed']);
});

test('T2: an upgrade of a plan whose renewal is cancelled records no agreement to renewals and promises none, and stores the card', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const agreements = () =>
    db.selectFrom('consents').select('form').where('kind', '=', 'RENEWAL').orderBy('recordedAt').execute();
  const [renewing, parent] = [await subscribe(site), await subscribe(site)];
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  const cards = await send<AnswerOf<typeof listUpgrades>>(site.app, {
    method: 'GET',
    path: '/v2/account/upgrades',
    headers: await signedIn(site, parent.userId),
  });
  expect(cards.body.current.renews).toBe(false);
  const paid = await upgrade(site, parent, { packageId: 1002 }, { nonce: 'fake-valid-mastercard-nonce' });
  expect(paid.body).toMatchObject({ outcome: 'PAID', receipt: { renewals: [] } });
  expect(await agreements()).toEqual([{ form: 'payment-review' }, { form: 'payment-review' }]);
  await drain(site);
  const receipt = (await mailsInOrder(site, parent.email)).find(({ subject }) => subject.includes('upgrade receipt'));
  expect(receipt?.text.replaceAll(/\s+/g, ' ')).toContain('This plan does not renew automatically.');
  expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ cardBrand: 'MasterCard' });
  await upgrade(site, renewing, { packageId: 1002 });
  expect((await agreements()).map(({ form }) => form)).toEqual(['payment-review', 'payment-review', 'account-upgrade']);
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
  test('BIL5: upgrade and renewal: the renewal is charged at the price of the current plan, and the upgrade is refused', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd, -1);
    const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
    moveClockTo(site, parent.periodEnd);
    const [, submitted] = await Promise.all([
      renewSubscription(site.jobDependencies, parent),
      upgrade(site, parent, { packageId: 1002 }, { quote }),
    ]);
    await runDue(site);
    expect(['RENEWAL_UNPAID', 'QUOTE_CHANGED']).toContain(submitted.body.code);
    const now = await subscriptionOf(site, parent);
    expect([now.periodStart, now.packageId, await charges(site)]).toEqual([parent.periodEnd, 1001, [14_400, 14_400]]);
  });

  test('BIL5: while an upgrade is being confirmed nothing renews; while a renewal is, nothing is upgraded', async () => {
    const site = await openSite({ paymentTimeoutSeconds: 1 });
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd, -1);
    const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
    await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
    expect((await upgrade(site, parent, { packageId: 1002 }, { quote })).body.outcome).toBe('CONFIRMING');
    moveClockTo(site, parent.periodEnd);
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
    moveClockTo(site, other.periodEnd);
    await renewSubscription(site.jobDependencies, other);
    const submitted = await upgrade(site, other, { packageId: 1002 });
    expect(submitted.body.code).toBe('RENEWAL_UNPAID');
    expect((await subscriptionOf(site, other)).packageId).toBe(1001);
  });

  test('BIL5: upgrade and cancellation: the plan is the new one and does not renew', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const quote = (await priceOf(site, parent, { packageId: 1002 })).body;
    const [submitted] = await Promise.all([
      upgrade(site, parent, { packageId: 1002 }, { quote }),
      changeRenewal(site.dependencies, { ...parent, autoRenew: false }),
    ]);
    const now = await subscriptionOf(site, parent);
    expect(now.autoRenew).toBe(false);
    expect([
      ['PAID', 1002],
      ['QUOTE_CHANGED', 1001],
    ]).toContainEqual([submitted.status === 200 ? submitted.body.outcome : submitted.body.code, now.packageId]);
    expect(await charges(site)).toHaveLength(now.packageId === 1002 ? 2 : 1);
  });

  test('BIL5: an upgrade overtaken by the renewal is refunded in full', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async (request) => {
      const answer = await realSale(request);
      // During the gateway call a corrected clock lets the term expire.
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

test('9-9: a holder who upgrades a plan paid by the other parent pays its renewals from then on', async () => {
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
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', holder.id)
    .executeTakeFirstOrThrow();
  // The current payer is shown beforehand.
  const headers = await signedIn(site, holder.id);
  const cards = await send<AnswerOf<typeof listUpgrades>>(site.app, {
    method: 'GET',
    path: '/v2/account/upgrades',
    headers,
  });
  expect(cards.body.current.paidBy).toBe('Marta');
  const paid = await upgrade(
    site,
    { ...payer, userId: holder.id },
    { packageId: 1002 },
    { nonce: 'fake-valid-mastercard-nonce' },
  );
  expect(paid.body.outcome).toBe('PAID');
  expect(await subscriptionOf(site, { subscriptionId: id })).toMatchObject({ payerUserId: holder.id, packageId: 1002 });
  expect((await subscriptionOf(site, payer)).packageId).toBe(1001);
});
