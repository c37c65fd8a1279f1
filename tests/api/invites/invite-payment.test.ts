import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  contextOf,
  credentialsOf,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  priceFor,
  putCredentials,
  readInvitePaymentOf,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { eventually, ledger, mailsTo, sales } from '../../setup/sandbox.ts';
import { paymentBody, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, paidMeanwhile } from '../../setup/subscriber.ts';

const subscriptionsOf = ({ dependencies: { db } }: TestSite, userId: string) =>
  db.selectFrom('subscriptions').selectAll().where('userId', '=', userId).execute();

test('an invited parent pays: a subscription of their own, a receipt, and a token for the credentials', async () => {
  const site = await openSite();
  await site.startJobs();
  const invited = await invitedReadyToPay(site);
  const paid = await invitedPays(site.app, invited, { packageId: 1002 });
  expect(paid).toMatchObject({ status: 200, body: { outcome: 'PAID', receipt: { totals: { total: 19_800 } } } });
  expect(await sales(site)).toHaveLength(2);
  expect(await subscriptionsOf(site, invited.userId)).toMatchObject([
    { payerUserId: invited.userId, packageId: 1002, state: 'CURRENT', autoRenew: true },
  ]);
  const isReceipt = ({ text }: { text: string }) => text.includes('US$198.00');
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (seen) => seen.some(isReceipt),
  );
  expect(mails.filter(isReceipt)).toHaveLength(1);
  const joined = await putCredentials(site.app, {
    token: paid.body.clickToJoinToken,
    body: credentialsOf(newUsername()),
  });
  expect(joined.status).toBe(200);
  expect((await contextOf(site.app, invited)).body.code).toBe('INVITE_TOKEN_INVALID');
});

test('the payment is stored with its proofs of consent: text version, language, time, country, form', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  await saveDetails(site.app, invited);
  const address = {
    line1: '1 King Street',
    line2: '',
    city: 'Toronto',
    region: 'ON',
    postalCode: 'M5H 1A1',
    country: 'CA',
  };
  await saveBilling(site.app, invited, address, 'America/Toronto');
  const refused = await invitedPays(site.app, invited);
  expect(refused).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: 'agreedToTerms', code: 'terms_required' }] },
  });
  expect(await sales(site)).toHaveLength(1);
  const paid = await invitedPays(
    site.app,
    { ...invited, headers: { ...invited.headers, 'accept-language': 'es' } as typeof invited.headers },
    { agreedToTerms: true },
  );
  expect(paid.body.outcome).toBe('PAID');
  const consents = await site.dependencies.db
    .selectFrom('consents')
    .selectAll()
    .where('userId', '=', invited.userId)
    .execute();
  const proof = {
    textVersion: expect.any(String),
    language: 'es',
    country: 'CA',
    form: 'invite-payment-review',
    recordedAt: expect.any(Date),
  };
  expect(consents).toHaveLength(3);
  for (const [kind, given] of [
    ['TERMS', true],
    ['RENEWAL', true],
    ['MARKETING', false],
  ] as const)
    expect(consents).toContainEqual(expect.objectContaining({ ...proof, kind, given }));
});

test('a code pays a part, and another all of it without a card', async () => {
  const site = await openSite();
  const [partly, wholly] = [await invitedReadyToPay(site), await invitedReadyToPay(site)];
  const part = await invitedPays(site.app, partly, { codes: ['HALF-OFF0-DEMO'] });
  expect(part.body).toMatchObject({ outcome: 'PAID', receipt: { totals: { total: 7_200 } } });
  const all = await invitedPays(site.app, wholly, { codes: ['FULL-1YR0-DEMO'], nonce: null });
  expect(all.body).toMatchObject({ outcome: 'PAID', receipt: { totals: { total: 0 }, transactionId: null } });
  expect(await subscriptionsOf(site, wholly.userId)).toHaveLength(1);
  expect((await sales(site)).map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual([
    7_200, 14_400, 14_400,
  ]);
});

test('PAY4: fifty submissions from two browsers charge once, and everybody sees the same order', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const quote = (await priceFor(site.app, invited)).body;
  const answers = await Promise.all(Array.from({ length: 50 }, () => invitedPays(site.app, invited, { quote })));
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 409]))).toEqual(new Set());
  expect(await sales(site)).toHaveLength(2);
  expect(await subscriptionsOf(site, invited.userId)).toHaveLength(1);
  const result = await readInvitePaymentOf(site.app, invited);
  const order = await site.dependencies.db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', invited.userId)
    .execute();
  expect(order).toEqual([{ id: result.body.receipt.orderId }]);
});

test('PAY6: a decline changes nothing; another card then pays by a new attempt', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const declined = await invitedPays(site.app, invited, { nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 'PAYMENT_DECLINED', validationErrors: [{ field: 'payment', code: 'fraud' }] },
  });
  expect(await subscriptionsOf(site, invited.userId)).toEqual([]);
  expect((await readInvitePaymentOf(site.app, invited)).body.outcome).toBe('DECLINED');
  expect((await readInvitePaymentOf(site.app, invited, randomUUID())).body.outcome).toBe('NONE');
  expect((await invitedPays(site.app, invited)).body.outcome).toBe('PAID');
  expect(await sales(site)).toHaveLength(2);
});

test('PAY7: a wrong displayed price charges nothing and returns the current quote', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const answer = await invitedPays(site.app, invited, { change: { amountDisplayed: 1 } });
  expect(answer).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED', quote: { totals: { total: 14_400 } } } });
  expect(await sales(site)).toHaveLength(1);
});

test('SEC10: paying with skipped steps returns 409 with the step that is missing', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  const quote = (await priceFor(site.app, invited)).body;
  expect(await invitedPays(site.app, invited, { quote })).toMatchObject({
    status: 409,
    body: { code: 'STEP_MISSING', lastCompletedStep: 0 },
  });
  await saveDetails(site.app, invited);
  expect(await invitedPays(site.app, invited, { quote })).toMatchObject({
    status: 409,
    body: { code: 'STEP_MISSING', lastCompletedStep: 1 },
  });
  expect(await sales(site)).toHaveLength(1);
});

test('SEC10: a package from another price list than the inviter’s can be neither priced nor bought', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  expect(await priceFor(site.app, invited, { packageId: 5061 })).toMatchObject({
    status: 409,
    body: { code: 'PACKAGE_NOT_OFFERED' },
  });
  const quote = (await priceFor(site.app, invited)).body;
  expect(await invitedPays(site.app, invited, { quote, packageId: 1201 })).toMatchObject({
    status: 409,
    body: { code: 'PACKAGE_NOT_OFFERED' },
  });
  expect(await sales(site)).toHaveLength(1);
});

test('2.6-5: the package list is the inviter’s, with the package the co-parent chose', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site, { packageId: 1202, areaCode: '512' });
  const { body } = await send<{ pricingGroupName: string; coParentPackageId: number; packages: { id: number }[] }>(
    site.app,
    {
      method: 'GET',
      path: '/v2/packages?countryCode=1&phoneNumber=3055550123',
      headers: invited.headers,
    },
  );
  expect(body.coParentPackageId).toBe(1202);
  expect(body.pricingGroupName).toBe('P2');
  expect(body.packages.map(({ id }) => id)).toContain(1201);
  const refused = await send(site.app, {
    method: 'GET',
    path: '/v2/packages',
    headers: { 'x-invite-token': 'C'.repeat(43) },
  });
  expect(refused).toMatchObject({ status: 401, body: { status: 112 } });
});

test('4.2-2: the co-parent’s plan is offered only if it can be bought as it is: not build-your-own, nor one of another list', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  const offered = async (packageId: number) => {
    const { db } = site.dependencies;
    await db.updateTable('subscriptions').set({ packageId }).where('familyId', '=', invited.familyId).execute();
    const { body } = await contextOf(site.app, invited);
    expect(body.coparentPackageId).toBe(packageId);
    return body.coparentPlanOffered;
  };
  expect(await offered(1002)).toBe(true);
  expect(await offered(1003)).toBe(false);
  expect(await offered(1102)).toBe(false);
});

test('6-8: an invited parent cannot pay for the co-parent', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const quote = (await priceFor(site.app, invited)).body;
  const body = { ...paymentBody(quote), payForCoparent: true, userId: invited.userId };
  const answer = await send(site.app, {
    method: 'POST',
    path: '/v2/invites/payments',
    body,
    headers: { ...invited.headers, 'idempotency-key': randomUUID() },
  });
  expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await sales(site)).toHaveLength(1);
});

test('REL2: one idempotency key with another body is refused and nothing is executed', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const key = randomUUID();
  await invitedPays(site.app, invited, { key, nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(await invitedPays(site.app, invited, { key })).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  expect(await sales(site)).toHaveLength(1);
});

test('9-16: a plan that somebody else paid for meanwhile is not started twice: this payment is refunded in full, once', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  await drain(site);
  paidMeanwhile(site, invited.userId);
  await invitedPays(site.app, invited);
  const attempt = await site.dependencies.db
    .selectFrom('paymentAttempts')
    .select('amountCents')
    .where('purpose', '=', 'INVITE')
    .executeTakeFirstOrThrow();
  await drain(site, { times: 2 });
  expect((await ledger(site.sandboxUrl)).slice(1).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['sale', attempt.amountCents],
    ['void', attempt.amountCents],
  ]);
  expect(await subscriptionsOf(site, invited.userId)).toHaveLength(1);
  expect((await mailsTo(site.sandboxUrl, invited.email)).some(({ subject }) => subject.includes('refund'))).toBe(true);
});
