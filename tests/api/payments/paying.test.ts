import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedInBy } from '../../setup/person.ts';
import { eventually, ledger, mailsTo, sales } from '../../setup/sandbox.ts';
import { price, readResult, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { subscribe } from '../../setup/subscriber.ts';

test('F7, 3.4-1, 7.2-4: a parent signs up, pays, sets credentials; receipt and invite arrive by mail', async () => {
  const { app, sandboxUrl, startJobs, dependencies } = await openSite();
  await startJobs();
  const registration = await readyToPay(app);
  const paid = await submitPayment(app, registration);
  expect(paid.status).toBe(200);
  expect(paid.body.outcome).toBe('PAID');
  expect((await ledger(sandboxUrl)).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([['sale', 14_400]]);

  const [receipt] = await eventually(
    () => mailsTo(sandboxUrl, registration.email),
    (mails) => mails.length === 1,
  );
  expect(receipt?.text).toContain('US$144.00');
  const [invite] = await eventually(
    () => mailsTo(sandboxUrl, registration.coParentEmail),
    (mails) => mails.length === 1,
  );
  expect(invite?.links.some((link) => link.includes('/app/join/invite#token='))).toBe(true);

  const credentials = {
    method: 'PUT',
    path: '/v2/credentials',
    headers: { authorization: `Bearer ${paid.body.clickToJoinToken}` },
  } as const;
  const username = `marta.${randomUUID().slice(0, 8)}`;
  const set = await send<{ userId: string }>(app, { ...credentials, body: { username, password: 'quiet-harbour-7' } });
  expect([set.status, await signedInBy(app, set)]).toEqual([200, set.body.userId]);
  const again = await send(app, { ...credentials, body: { username: `${username}x`, password: 'quiet-harbour-7' } });
  expect(again.status).toBe(401);
  const [subscription] = await dependencies.db.selectFrom('subscriptions').selectAll().execute();
  expect(subscription?.state).toBe('CURRENT');
});

test('PAY4: fifty payment submissions at once make one sale and one order', async () => {
  const { app, sandboxUrl, dependencies } = await openSite();
  const registration = await readyToPay(app);
  const quote = await price(app, registration);
  const answers = await Promise.all(Array.from({ length: 50 }, () => submitPayment(app, registration, { quote })));
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 409]))).toEqual(new Set());
  expect(await ledger(sandboxUrl)).toHaveLength(1);
  const orders = await dependencies.db.selectFrom('orders').select('id').execute();
  expect(orders).toHaveLength(1);
  const result = await readResult(app, registration);
  expect(result.body.receipt.orderId).toBe(orders[0]?.id);
});

test('PAY4: two tabs with one idempotency key get the same order', async () => {
  const { app, sandboxUrl } = await openSite();
  const registration = await readyToPay(app);
  const key = randomUUID();
  const quote = await price(app, registration);
  const first = await submitPayment(app, registration, { quote, key });
  const second = await submitPayment(app, registration, { quote, key });
  expect(second.body.receipt.orderId).toBe(first.body.receipt.orderId);
  expect(await ledger(sandboxUrl)).toHaveLength(1);
});

test('REL2: one idempotency key with another body is refused and nothing is executed', async () => {
  const { app, sandboxUrl } = await openSite();
  const registration = await readyToPay(app);
  const key = randomUUID();
  const declined = await submitPayment(app, registration, { key, nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined.status).toBeGreaterThanOrEqual(400);
  const other = await submitPayment(app, registration, { key, packageId: 1002 });
  expect(other.status).toBe(422);
  expect(other.body.code).toBe('IDEMPOTENCY_MISMATCH');
  expect(await sales({ sandboxUrl })).toHaveLength(0);
});

test('3.7-16: of two coupons the one with the larger discount on the order applies', async () => {
  const { app } = await openSite();
  const registration = await readyToPay(app, {
    headers: { 'x-referrer-key': 'spring' },
    extra: { discountPercentage: 5 },
  });
  const forBoth = { packageId: 1011, payForCoparent: true };
  expect((await price(app, registration, forBoth)).totals.subTotalAfterDiscount).toBe(52_800 - 2_640);
  expect((await price(app, registration, { ...forBoth, codes: ['TWOYEARS'] })).totals.subTotalAfterDiscount).toBe(
    52_800 - 2_640,
  );
  const forOne = { packageId: 1011, codes: ['TWOYEARS'] };
  expect((await price(app, registration, forOne)).totals.subTotalAfterDiscount).toBe(26_400 - 1_500);
});

test('PAY5: a nonce that was used before must be entered again, and nothing is charged', async () => {
  const { app, sandboxUrl } = await openSite();
  const registration = await readyToPay(app);
  const answer = await submitPayment(app, registration, { nonce: 'fake-consumed-nonce' });
  expect(answer.status).toBe(422);
  expect(answer.body.validationErrors[0]?.text).toContain('Nothing was charged');
  expect(await ledger(sandboxUrl)).toEqual([]);
});

test('PAY5: a nonce of another customer’s card is rejected: the card must be entered again, and nothing is charged', async () => {
  const { app, sandboxUrl, dependencies } = await openSite();
  await submitPayment(app, await readyToPay(app));
  const { token } = await dependencies.db.selectFrom('paymentMethods').select('token').executeTakeFirstOrThrow();
  const made = await fetch(`${sandboxUrl}/merchants/evenkeel/payment_methods/${token}/nonces`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('public:private').toString('base64')}`, accept: 'application/xml' },
  });
  const nonce = /<nonce>([^<]+)<\/nonce>/.exec(await made.text())?.[1] ?? '';
  expect(nonce).not.toBe('');
  const answer = await submitPayment(app, await readyToPay(app), { nonce });
  expect(answer).toMatchObject({ status: 422, body: { code: 'PAYMENT_METHOD_REJECTED' } });
  expect(answer.body.validationErrors[0]?.text).toContain('Nothing was charged');
  expect(await sales({ sandboxUrl })).toHaveLength(1);
});

test('SEC10: after the credentials are set a sign-up’s key shows the payment, but no later change of the account', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const registration = await readyToPay(app);
  const { userId } = await subscribe(site, { registration });
  const before = (await readResult(app, registration)).body;
  const moved = { firstName: 'Nova', lastName: 'Elsewhere', email: 'nova@example.org', timeZone: 'America/Anchorage' };
  await dependencies.db
    .updateTable('users')
    .set({ ...moved, emailNormalised: moved.email })
    .where('id', '=', userId)
    .execute();
  const after = (await readResult(app, registration)).body;
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).toContain(registration.email);
});

test('PAY6: after a decline another method pays, by a new attempt', async () => {
  const { app, sandboxUrl, dependencies } = await openSite();
  const registration = await readyToPay(app);
  const declined = await submitPayment(app, registration, { nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined.status).toBe(402);
  expect(declined.body.code).toBe('PAYMENT_DECLINED');
  expect(declined.body.validationErrors[0]).toMatchObject({ field: 'payment', code: 'fraud' });
  const paid = await submitPayment(app, registration);
  expect(paid.body.outcome).toBe('PAID');
  const attempts = await dependencies.db
    .selectFrom('paymentAttempts')
    .select(['id', 'state', 'source'])
    .orderBy('id')
    .execute();
  expect(attempts.map(({ state }) => state)).toEqual(['DECLINED', 'APPROVED']);
  expect(attempts.every(({ source }) => source === null)).toBe(true);
  expect(await sales({ sandboxUrl })).toHaveLength(1);
});

test('PAY6, 3.7-17: a decline is returned for its own submission key only; a sale for any key', async () => {
  const { app } = await openSite();
  const registration = await readyToPay(app);
  const [first, lost] = [randomUUID(), randomUUID()];
  await submitPayment(app, registration, { key: first, nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect((await readResult(app, registration, first)).body).toMatchObject({ outcome: 'DECLINED', code: 'fraud' });
  expect((await readResult(app, registration, lost)).body).toEqual({ outcome: 'NONE' });
  expect((await readResult(app, registration)).body.outcome).toBe('DECLINED');
  const paid = await submitPayment(app, registration);
  for (const key of [first, lost, undefined])
    expect((await readResult(app, registration, key)).body.receipt.orderId, key).toBe(paid.body.receipt.orderId);
});

test.each([
  ['a lower amount', { amountDisplayed: 1 }, 409],
  ['another tax', { taxAmountDisplayed: 5 }, 409],
  ['another quote', { taxId: 'made-up' }, 409],
  ['a negative amount', { amountDisplayed: -14_400 }, 400],
  ['a fractional amount', { amountDisplayed: 144.5 }, 400],
])('PAY7, 3.7-13: %s from the browser charges nothing', async (_name, change, status) => {
  const { app, sandboxUrl } = await openSite();
  const registration = await readyToPay(app);
  const answer = await submitPayment(app, registration, { change });
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer.body.quote.totals.total).toBe(14_400);
  expect(await ledger(sandboxUrl)).toEqual([]);
});

test('PAY7, 3.7-14: extra members of the body (price, currency, role) change nothing', async () => {
  const { app, sandboxUrl } = await openSite();
  const registration = await readyToPay(app);
  const paid = await submitPayment(app, registration, {
    change: { price: 1, currency: 'JPY', __proto__: { admin: true } },
  });
  expect(paid.body.outcome).toBe('PAID');
  expect((await ledger(sandboxUrl))[0]?.amountCents).toBe(14_400);
});

test('a code that covers everything needs no card and no gateway', async () => {
  const { app, sandboxUrl } = await openSite();
  const registration = await readyToPay(app);
  const paid = await submitPayment(app, registration, { codes: ['FULL-1YR0-DEMO'], nonce: null });
  expect(paid.body.outcome).toBe('PAID');
  expect(paid.body.receipt).toMatchObject({ transactionId: null, totals: { total: 0 } });
  expect(await ledger(sandboxUrl)).toEqual([]);
});

test('SEC10: paying with skipped steps returns 409 with the step that is missing', async () => {
  const { app } = await openSite();
  const created = await send<{ signupId: string; registrationKey: string }>(app, {
    method: 'POST',
    path: '/v2/registrations',
    body: {
      parent: {
        firstName: 'Marta',
        lastName: 'Ruiz',
        email: 'skips@example.com',
        phoneCountryCode: '+1',
        phoneNumber: '2025550142',
      },
      knowsCoParentEmail: true,
      referral: { selection: 'SEARCH' },
    },
  });
  const registration = {
    signupId: created.body.signupId,
    headers: { 'x-registration-key': created.body.registrationKey },
    email: '',
    coParentEmail: '',
  };
  const quote = await price(app, registration);
  const answer = await submitPayment(app, registration, { quote });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'STEP_MISSING', lastCompletedStep: 1 });
});

test('3.9-7: in the United States submitting the payment counts as agreeing to the terms, and stores a proof', async () => {
  const { app, dependencies } = await openSite();
  expect((await submitPayment(app, await readyToPay(app))).body.outcome).toBe('PAID');
  const proofs = await dependencies.db
    .selectFrom('consents')
    .select(['kind', 'given', 'country'])
    .where('kind', '=', 'TERMS')
    .execute();
  expect(proofs).toEqual([{ kind: 'TERMS', given: true, country: 'US' }]);
});

test('3.9-5, 3.9-6: outside the United States nothing is charged before the terms are agreed to', async () => {
  const { app, sandboxUrl } = await openSite();
  const address = {
    line1: '1 King Street',
    line2: '',
    city: 'Toronto',
    region: 'ON',
    postalCode: 'M5H 1A1',
    country: 'CA',
  };
  const registration = await readyToPay(app, { address, timeZone: 'America/Toronto' });
  const refused = await submitPayment(app, registration);
  expect(refused.status).toBe(400);
  expect(refused.body.validationErrors[0]).toMatchObject({ field: 'agreedToTerms', code: 'terms_required' });
  expect(await ledger(sandboxUrl)).toEqual([]);
  expect((await submitPayment(app, registration, { agreedToTerms: true })).body.outcome).toBe('PAID');
});

test('BIL9: of fifty buyers one gets the coupon that can be used once; a decline releases it', async () => {
  const { app, dependencies, sandboxUrl } = await openSite();
  await dependencies.db.updateTable('coupons').set({ maxRedemptions: 1 }).where('code', '=', 'WELCOME10').execute();
  const unlucky = await readyToPay(app);
  await submitPayment(app, unlucky, { codes: ['WELCOME10'], nonce: 'fake-gateway-rejected-fraud-nonce' });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => readyToPay(app)));
  const quotes = await Promise.all(buyers.map((buyer) => price(app, buyer, { codes: ['WELCOME10'] })));
  const pairs = buyers.map((buyer, index) => ({ buyer, quote: quotes[index] }));
  const answers = await Promise.all(
    pairs.map(({ buyer, quote }) => submitPayment(app, buyer, { codes: ['WELCOME10'], ...(quote ? { quote } : {}) })),
  );
  const paid = answers.filter(({ body }) => body.outcome === 'PAID');
  expect(paid).toHaveLength(1);
  expect(paid[0]?.body.receipt.totals.total).toBe(12_960);
  const others = answers.filter(({ status }) => status === 409);
  expect(others).toHaveLength(49);
  expect(others.every(({ body }) => body.quote.totals.total === 14_400)).toBe(true);
  expect(await ledger(sandboxUrl)).toHaveLength(1);
});
