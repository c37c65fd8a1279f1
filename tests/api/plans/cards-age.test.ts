import { expect, test } from 'vitest';
import { hours } from '#server/clock.ts';
import type { PaymentMethodDetails } from '#server/gateways/payment/port.ts';
import { retireRevokedMethod } from '#server/payment-events/stored-method-events.ts';
import { storePaymentMethod } from '#server/payments/order-repository.ts';
import { methodsByToken } from '#server/payments/payment-method-repository.ts';
import { refreshPaymentMethod } from '#server/plans/methods/refresh-payment-method.ts';
import { savePaymentMethod } from '#server/plans/methods/save-payment-method.ts';
import { lockSubscription } from '#server/subscriptions/subscription-repository.ts';
import { billing, charges, home, lastMail } from '../../setup/account-calls.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { publishPrices } from '../../setup/price-versions.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, type Subscriber, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { postReport } from '../../setup/webhooks.ts';

const addIt = 'http://localhost:3000/app/account/billing#payment-method';

async function storedToken({ dependencies: { db } }: TestSite, { userId }: Subscriber): Promise<string> {
  const rows = db.selectFrom('paymentMethods').select('token').where('userId', '=', userId);
  return (await rows.executeTakeFirstOrThrow()).token;
}

async function atGateway({ sandboxUrl }: TestSite, token: string, action: 'expire' | 'update' | 'revoke') {
  const answer = await fetch(`${sandboxUrl}/control/stored-methods/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  });
  expect(answer.status).toBe(200);
}

/** Delivers every report of the gateway to the app, twice. */
async function reportAll(site: TestSite): Promise<void> {
  const { webhooks } = (await (await fetch(`${site.sandboxUrl}/control/webhooks`)).json()) as {
    webhooks: { form: { bt_signature: string; bt_payload: string } }[];
  };
  for (const { form } of [...webhooks, ...webhooks]) expect((await postReport(site, form)).statusCode).toBe(200);
  await drain(site);
}

test('6-1: a card that expires before its renewal is announced 30 days ahead with a link to replace it; one replaced by the bank is charged as usual', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  const token = await storedToken(site, parent);
  await atGateway(site, token, 'expire');
  moveClockTo(site, parent.periodEnd, -31);
  await runDue(site);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ cardExpires: false }]);

  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site);
  const reminder = await lastMail(site, parent);
  expect(reminder?.subject).toBe('Your card expires before your renewal');
  expect(reminder?.links).toContain(addIt);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ cardExpires: true, needsMethod: false }]);
  expect((await home(site, parent.userId)).subscription).toMatchObject({ cardExpires: true });

  await atGateway(site, token, 'update');
  moveClockTo(site, parent.periodEnd, -7);
  await runDue(site);
  const second = await lastMail(site, parent);
  expect(second?.subject).toMatch(/^Your plan renews on /);
  expect(second?.links).not.toContain(addIt);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ cardExpires: false }]);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toHaveLength(2);
});

test('6-2: what the card updater reports shows in the account, however often it is reported', async () => {
  const site = await openSite();
  const [parent, other] = [await subscribe(site), await subscribe(site)];
  await drain(site);
  const before = await billing(site, parent.userId);
  const untouched = await billing(site, other.userId);
  await atGateway(site, await storedToken(site, parent), 'update');
  await reportAll(site);
  const after = await billing(site, parent.userId);
  expect(after.paymentMethod?.cardLastFour).not.toBe(before.paymentMethod?.cardLastFour);
  expect(after.paymentMethod?.expirationYear).not.toBe(before.paymentMethod?.expirationYear);
  expect(await billing(site, other.userId)).toEqual(untouched);
});

test('6-3: a renewal declined because its card had expired is charged as soon as the bank has replaced the card, once', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  const token = await storedToken(site, parent);
  moveClockTo(site, parent.periodEnd);
  await atGateway(site, token, 'expire');
  await runDue(site);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ waiting: { retryOn: null } }]);
  expect(await charges(site)).toHaveLength(1);
  await atGateway(site, token, 'update');
  await reportAll(site);
  await reportAll(site);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ waiting: null }]);
  expect(await charges(site)).toHaveLength(2);
});

test('6-3, 9-5: a card that the bank sent pays what was announced, no more', async () => {
  const site = await openSite({ publishesPrices: true });
  const parent = await subscribe(site);
  await drain(site);
  await publishPrices(site, { 1001: 13_900 });
  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site);
  await publishPrices(site, { 1001: 15_900 });
  moveClockTo(site, parent.periodEnd);
  const token = await storedToken(site, parent);
  await atGateway(site, token, 'expire');
  await runDue(site);
  await atGateway(site, token, 'update');
  await reportAll(site);
  expect(await charges(site)).toEqual([14_400, 13_900]);
});

test('6-4: a card that is replaced while the gateway is queried about it stays replaced, and the renewal is retried once', async () => {
  const site = await openSite();
  const { db, clock } = site.jobDependencies;
  const parent = await subscribe(site);
  await drain(site);
  const token = await storedToken(site, parent);
  moveClockTo(site, parent.periodEnd);
  await atGateway(site, token, 'expire');
  await runDue(site);
  await atGateway(site, token, 'update');
  const { version } = await subscriptionOf(site, parent);
  const { id } = await db.selectFrom('paymentMethods').select('id').executeTakeFirstOrThrow();
  const { refreshed } = await db.transaction().execute(async (trx) => {
    await lockSubscription(trx, parent.subscriptionId);
    const refreshing = refreshPaymentMethod(site.jobDependencies, id);
    await untilOneWaitsForLock(db);
    const card = { type: 'CREDIT_CARD', cardBrand: 'MasterCard', cardLastFour: '4444', accountLabel: null } as const;
    const method = { ...card, token: 'another', expirationMonth: '12', expirationYear: '2099' };
    await savePaymentMethod(trx, { userId: parent.userId, method, at: clock.now() });
    return { refreshed: refreshing };
  });
  await refreshed;
  expect((await billing(site, parent.userId)).paymentMethod).toMatchObject({ cardLastFour: '4444' });
  expect((await subscriptionOf(site, parent)).version).toBe(version + 1);
});

test('6-6: a permission withdrawn at PayPal asks for another method, and nothing is charged to it', async () => {
  const site = await openSite();
  const parent = await subscribe(site, {
    nonce: 'fake-paypal-billing-agreement-nonce',
    change: { paymentType: 'PAYPAL' },
  });
  await drain(site);
  await atGateway(site, await storedToken(site, parent), 'revoke');
  await reportAll(site);
  expect(await billing(site, parent.userId)).toMatchObject({
    paymentMethod: null,
    subscriptions: [{ needsMethod: true }],
  });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toHaveLength(1);
});

test('N13: a report of a withdrawn permission, handled after the permission was renewed, leaves the method in use', async () => {
  const site = await openSite();
  const wallet = { nonce: 'fake-paypal-billing-agreement-nonce', change: { paymentType: 'PAYPAL' } } as const;
  const parent = await subscribe(site, wallet);
  await drain(site);
  const token = await storedToken(site, parent);
  await atGateway(site, token, 'revoke');
  site.clock.advance(hours(1));
  const { db } = site.dependencies;
  const { userId } = parent;
  const method = await db.selectFrom('orders').select('paymentMethod').where('userId', '=', userId).executeTakeFirst();
  const again = { ...(method?.paymentMethod as PaymentMethodDetails), token, accountLabel: null };
  await db.transaction().execute((trx) => storePaymentMethod(trx, { userId, method: again, at: site.clock.now() }));
  await reportAll(site);
  expect(await billing(site, userId)).toMatchObject({ paymentMethod: expect.any(Object), subscriptions: [{}] });
});

test('N13: a permission that is renewed while the report of its withdrawal is handled leaves the method in use', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site);
  await drain(site);
  const { token, ...method } = await db.selectFrom('paymentMethods').selectAll().executeTakeFirstOrThrow();
  const occurredAt = site.clock.now();
  site.clock.advance(hours(1));
  const { handled } = await db.transaction().execute(async (trx) => {
    await storePaymentMethod(trx, { userId, method: { ...method, token }, at: site.clock.now() });
    const report = retireRevokedMethod(site.jobDependencies, { token }, { occurredAt });
    await untilOneWaitsForLock(db);
    return { handled: report };
  });
  await handled;
  expect((await billing(site, userId)).paymentMethod).not.toBeNull();
});

test('our card is found in a report of seventy thousand updated cards', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const token = await storedToken(site, parent);
  const others = Array.from({ length: 70_000 }, (_, index) => `token-${index}`);
  expect(await methodsByToken(site.dependencies.db, [...others, token])).toHaveLength(1);
  expect(await methodsByToken(site.dependencies.db, [])).toEqual([]);
});

test('6-5: a term with a declined settlement waits for its payer, not for an updated card', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  const sale = site.dependencies.db.selectFrom('orders').select('transactionId');
  await reported(site, (await sale.executeTakeFirstOrThrow()).transactionId ?? '');
  await atGateway(site, await storedToken(site, parent), 'update');
  await reportAll(site);
  expect(await charges(site)).toHaveLength(1);
  expect((await home(site, parent.userId)).subscription?.waiting).toMatchObject({
    because: 'SETTLEMENT',
    retryOn: null,
  });
});
