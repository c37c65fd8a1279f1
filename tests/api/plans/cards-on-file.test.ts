import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { book, type Problem, replaceMethod } from '../../setup/account-calls.ts';
import { frictionless, inLondon, lookUp, stepUp } from '../../setup/providers/card-holder.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { type Subscriber, signedIn, subscribe } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

const premium = { packageId: 1002 };
type Card = { nonce: string; bin: string; country: string } | null;

async function prepare(site: TestSite, { userId }: Subscriber, challenge = false) {
  const { status, body } = await send<{ card: Card } & Problem>(site.app, {
    method: 'POST',
    path: '/v2/account/payment-method/authentication',
    body: { challenge },
    headers: await signedIn(site, userId),
  });
  return { status, ...body };
}

const methodsOf = (site: TestSite, { userId }: Subscriber) =>
  site.dependencies.db
    .selectFrom('paymentMethods')
    .select(['type', 'isDefault', 'authentication'])
    .where('userId', '=', userId)
    .execute();

test('a British card on file pays an upgrade once its holder was authenticated for the amount, and stays the one on file', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { address: inLondon, nonce: frictionless, agreedToTerms: true });
  const quote = (await priceOf(site, parent, premium)).body;
  const pay = (nonce: string | null) => upgrade(site, parent, premium, { quote, nonce, change: { paymentType: null } });
  const refusal = async (nonce: string | null) => {
    const { status, body } = await pay(nonce);
    return [status, body.code];
  };
  const asked = [402, 'AUTHENTICATION_REQUIRED'];
  expect(await refusal(null)).toEqual(asked);
  const created = async () => {
    const { card } = await prepare(site, parent);
    expect(card).toMatchObject({ bin: expect.stringMatching(/^\d{6}$/), country: 'GB' });
    return card?.nonce ?? '';
  };
  expect(await refusal(await created())).toEqual(asked);
  const cents = quote.totals.total;
  expect(await refusal(await lookUp(site, { nonce: await created(), cents: cents - 100 }))).toEqual(asked);
  expect((await pay(await lookUp(site, { nonce: await created(), cents }))).status).toBe(200);
  expect(await book(site)).toEqual([
    ['sale', 17_280],
    ['sale', cents],
  ]);
  expect(await methodsOf(site, parent)).toMatchObject([{ type: 'CREDIT_CARD', isDefault: true }]);
  const [, { outcome } = {}] = await site.dependencies.db
    .selectFrom('paymentAttempts')
    .select('outcome')
    .where('state', '=', 'APPROVED')
    .orderBy('createdAt')
    .execute();
  expect(outcome).toMatchObject({ authentication: { liabilityShifted: true, eci: '05' } });
});

test('elsewhere a card on file is authenticated where its issuer asks, and a new one stores its proof', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  expect(await prepare(site, parent)).toEqual({ status: 200, card: null });
  expect((await prepare(site, parent, true)).card).toMatchObject({ country: 'US' });
  const headers = await signedIn(site, parent.userId);
  const { body } = await send(site.app, { method: 'GET', path: '/v2/account/billing-address', headers });
  expect(body).toMatchObject({ address: { line1: '12 Lake Street', postalCode: '55401', country: 'US' } });
  expect((await replaceMethod(site, parent.userId, stepUp)).status).toBe(200);
  const stored = (await methodsOf(site, parent)).find(({ isDefault }) => isDefault);
  expect(stored?.authentication).toMatchObject({ status: 'authenticate_successful', liabilityShifted: true });
  expect((await replaceMethod(site, parent.userId, 'fake-paypal-billing-agreement-nonce')).status).toBe(200);
  expect(await prepare(site, parent, true)).toEqual({ status: 200, card: null });
});

test('2.8-39: a wallet switched off by an operator charges nothing, even from an open page; its earlier payment is still reported', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await db.updateTable('experiments').set({ state: 'treatment' }).where('key', '=', 'hide-paypal').execute();
  const parent = await subscribe(site);
  const byPayPal = { nonce: 'fake-paypal-billing-agreement-nonce', change: { paymentType: 'PAYPAL' } };
  const [refused, other] = [await readyToPay(site.app), await readyToPay(site.app)];
  const answers = [await submitPayment(site.app, refused, byPayPal), await upgrade(site, parent, premium, byPayPal)];
  const isOff = [422, 'PAYMENT_METHOD_REJECTED'];
  for (const { status, body } of answers)
    expect([status, body.code, body.validationErrors]).toMatchObject([...isOff, [{ code: 'switched_off' }]]);
  expect(await book(site)).toHaveLength(1);
  const venmo = { nonce: 'fake-venmo-account-nonce', key: randomUUID(), change: { paymentType: 'VENMO' } };
  const paid = await submitPayment(site.app, other, venmo);
  expect(paid.body.outcome).toBe('PAID');
  Object.assign(site.dependencies, { isSwitchedOff: async () => true });
  expect((await submitPayment(site.app, other, venmo)).body.receipt.orderId).toBe(paid.body.receipt.orderId);
  expect((await submitPayment(site.app, refused)).body.outcome).toBe('PAID');
  expect(await book(site)).toHaveLength(3);
});

test('2.8-38: a wallet pays only where it is offered: none in the United Kingdom, whatever it is called, and Venmo not in Canada', async () => {
  const site = await openSite();
  const payPal = { nonce: 'fake-paypal-billing-agreement-nonce', agreedToTerms: true };
  const british = await readyToPay(site.app, inLondon);
  const address = { ...inLondon.address, city: 'Toronto', region: 'ON', postalCode: 'M5V 2T6', country: 'CA' };
  const canadian = await readyToPay(site.app, { address, timeZone: 'America/Toronto' });
  const inBritain = await subscribe(site, { address: inLondon, nonce: frictionless, agreedToTerms: true });
  const venmo = { nonce: 'fake-venmo-account-nonce', agreedToTerms: true, change: { paymentType: 'VENMO' } };
  const answers = [
    await submitPayment(site.app, british, { ...payPal, change: { paymentType: 'PAYPAL' } }),
    await submitPayment(site.app, british, payPal),
    await submitPayment(site.app, canadian, venmo),
    await upgrade(site, inBritain, premium, { nonce: payPal.nonce, change: { paymentType: 'PAYPAL' } }),
    await replaceMethod(site, inBritain.userId, payPal.nonce),
  ];
  const notOffered = [422, 'PAYMENT_METHOD_REJECTED', expect.stringMatching(/is not offered in the country/)];
  for (const { status, body } of answers) expect([status, body.code, JSON.stringify(body)]).toEqual(notOffered);
  expect(await book(site)).toHaveLength(1);
  expect((await submitPayment(site.app, canadian, { ...payPal, change: { paymentType: 'PAYPAL' } })).status).toBe(200);
});
