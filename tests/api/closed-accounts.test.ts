import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { minutes, utcDay } from '#server/clock.ts';
import { credentialsToken } from '#server/checkout/credentials-link.ts';
import { forgetPerson } from '#server/account/forget-person.ts';
import { isEnqueued } from '#server/db/job-queue.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readReceipt } from '#contract/api/receipts.ts';
import { billing, coParent, home } from '../setup/account-calls.ts';
import {
  credentialsOf,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  putCredentials,
} from '../setup/invited.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { moveClockTo, mailsInOrder, runDue, signedIn, subscribe } from '../setup/subscriber.ts';
import { settleSales } from '../setup/sandbox.ts';
import { customerAt } from '../setup/webhooks.ts';
import { submitPayment, readResult, readyToPay, send } from '../setup/sign-up.ts';
import { wholeDatabase } from '../setup/whole-database.ts';

type PaidBody = { clickToJoinToken: string | null; registration: { coParent: { email: string } } };

/** Parent A with an account, and their co-parent; `anonymousId` is what their browser is measured by. */
async function family(site: TestSite, anonymousId: string = randomUUID()) {
  const { app, dependencies } = site;
  const registration = await readyToPay(app, { headers: { 'x-anonymous-id': anonymousId } });
  const paid = await submitPayment(app, registration);
  await putCredentials(app, {
    token: paid.body.clickToJoinToken,
    body: { username: newUsername(), password: 'quiet-harbour-7' },
  });
  const idOf = async (email: string) =>
    (await dependencies.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  return {
    registration,
    anonymousId,
    parentA: await idOf(registration.email),
    parentB: await idOf(registration.coParentEmail),
  };
}

const customerIdOf = async ({ dependencies: { db } }: TestSite, userId: string) =>
  (await readUser(db, userId))?.gatewayCustomerId ?? '';

const forgetAtGateway = (site: TestSite, userId: string) =>
  jobs['delete-gateway-customer'].run(site.jobDependencies, { userId });

/** Asks for the account to be closed, and lets the days pass. */
async function close(site: TestSite, userId: string) {
  await send(site.app, { method: 'POST', path: '/v2/account/deletion', headers: await signedIn(site, userId) });
  moveClockTo(site, addDays(utcDay(site.clock.now()), 31));
  await runDue(site);
  const { status } = await site.dependencies.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('CLOSED');
}

test('neither the sign-up key nor a credentials link opens a closed account', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const { registration, parentA } = await family(site);
  await close(site, parentA);
  const told = await readResult(site.app, registration);
  expect(told.body).toMatchObject({
    outcome: 'PAID',
    clickToJoinToken: null,
    registration: { parent: { email: '' }, coParent: null },
  });
  // One that was made in the moment of closing.
  const token = await credentialsToken(db, { userId: parentA, makeToken, at: site.clock.now() });
  const put = await putCredentials(site.app, { token, body: credentialsOf(newUsername()) });
  expect([put.status, put.body.code]).toEqual([401, 'TOKEN_INVALID']);
  const invited = await send(site.app, {
    method: 'POST',
    path: `/v2/registrations/${registration.signupId}/co-parent-email`,
    body: { email: 'other@example.com' },
    headers: registration.headers,
  });
  expect(invited.status).toBe(404);
  const stored = await db
    .selectFrom('users')
    .select(['status', 'username'])
    .where('id', '=', parentA)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ status: 'CLOSED', username: null });
  // What the tax office may ask for stays as it was issued.
  const invoice = await db.selectFrom('documents').select('data').executeTakeFirstOrThrow();
  expect(invoice.data).toMatchObject({
    buyer: ["Marta O'Brien", '12 Lake Street', expect.any(String), 'United States'],
  });
});

test('closing an account erases what the co-parent typed about its owner, not the children or the co-parent’s sign-up', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { registration, parentB } = await family(site);
  await db.updateTable('users').set({ status: 'ACTIVE', username: newUsername() }).where('id', '=', parentB).execute();
  await close(site, parentB);
  const row = await db.selectFrom('registrations').select(['parent', 'family']).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(registration.coParentEmail);
  expect(row.parent.email).toBe(registration.email);
  expect(row.family).toMatchObject({
    coParent: { firstName: '', lastName: '', phoneNumber: '' },
    children: [{ firstName: 'Ana' }],
  });
  const told = await readResult(site.app, registration);
  expect((told.body as unknown as PaidBody).registration.coParent.email).toBe('');
});

test('the other parent learns that there is no account, not that it was closed; payments for it name nobody', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await close(site, other.userId);
  const closing = (await mailsInOrder(site, payer.coParentEmail)).find(({ subject }) => subject.includes('will be'));
  expect(closing?.text.replaceAll(/\s+/g, ' ')).toContain('What is left of your term is not given back.');
  expect((await home(site, payer.userId)).coParent).toEqual({ firstName: '', state: 'NO_ACCOUNT', invite: null });
  const [row] = (await billing(site, payer.userId)).receipts;
  expect(row?.planName).toBe('Essentials, one year (you and your co-parent)');
  const headers = await signedIn(site, payer.userId);
  const path = `/v2/account/receipts/${row?.orderId}`;
  const { body } = await send<AnswerOf<typeof readReceipt>>(site.app, { method: 'GET', path, headers });
  expect(body.receipt.lines.map(({ label }) => label)).toContain("The other parent's subscription");
});

test.each([
  ['PAYPAL', 'fake-paypal-billing-agreement-nonce', 'jane.doe@paypal.example'],
  ['VENMO', 'fake-venmo-account-nonce', 'venmojoe'],
])('closing an account erases the account that %s was paid from', async (paymentType, nonce, walletAccount) => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site, { nonce, change: { paymentType } });
  const tablesWithIt = async () =>
    (await wholeDatabase(db)).filter(({ text }) => text.includes(walletAccount)).map(({ table }) => table);
  expect(await tablesWithIt()).toEqual(['public.payment_methods']);
  await close(site, userId);
  expect(await tablesWithIt()).toEqual([]);

  // As the release before stored it.
  const kept = { type: paymentType, token: 't', accountLabel: walletAccount };
  await db
    .updateTable('orders')
    .set({ paymentMethod: JSON.stringify(kept) })
    .execute();
  await db
    .updateTable('paymentAttempts')
    .set({ outcome: JSON.stringify({ outcome: 'approved', paymentMethod: kept }) })
    .execute();
  await forgetOldRecords.run(site.jobDependencies, {});
  expect(await tablesWithIt()).toEqual([]);
  expect(await db.selectFrom('orders').select('paymentMethod').execute()).toMatchObject([
    { paymentMethod: { type: paymentType } },
  ]);
});

test('analytics from before the account are in its export, and are unlinked when it is closed', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const anonymousId = randomUUID();
  const track = async (event: string, step: string) => {
    const body = { type: 'track', messageId: randomUUID(), anonymousId, event, properties: { step } };
    expect((await send(site.app, { method: 'POST', path: '/v1/track', body })).status).toBe(200);
  };
  await track('Review Viewed', 'Review');
  const { parentA } = await family(site, anonymousId);
  site.clock.advance(minutes(1));
  // The same browser, perhaps in the other parent's hands.
  await track('Welcome Page Viewed', 'Welcome Page');
  const headers = await signedIn(site, parentA);
  const { body } = await send<{ pageEvents: object[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers,
  });
  expect(body.pageEvents).toMatchObject([{ name: 'Review Viewed' }]);
  await close(site, parentA);
  const tied = await Promise.all(
    (['users', 'registrations'] as const).map((table) =>
      db
        .selectFrom(table as 'users')
        .select('id')
        .where('anonymousId', '=', anonymousId)
        .execute(),
    ),
  );
  expect(tied).toEqual([[], []]);
});

test('a closed account gets no further mail, whatever jobs are still queued', async () => {
  const site = await openSite();
  const { parentA } = await family(site);
  await close(site, parentA);
  const written: string[] = [];
  const { mail } = site.jobDependencies;
  const realSend = mail.send;
  mail.send = (order) => {
    written.push(order.to);
    return realSend(order);
  };
  await jobs['send-credentials-reminder'].run(site.jobDependencies, { userId: parentA, day: 3 });
  await jobs['send-password-changed'].run(site.jobDependencies, {
    userId: parentA,
    changedAt: site.clock.now().toISOString(),
  });
  expect(written).toEqual([]);
});

test('closing an account deletes name and e-mail at the gateway; its payments stay refundable', async () => {
  const site = await openSite();
  const { db, gateway } = site.jobDependencies;
  const { userId, email } = await subscribe(site);
  const customerId = await customerIdOf(site, userId);
  expect(await customerAt(site.sandboxUrl, customerId)).toEqual({ firstName: 'Marta', email });
  await settleSales(site.sandboxUrl);
  await close(site, userId);
  const realDelete = gateway.deleteCustomer;
  gateway.deleteCustomer = async () => ({ outcome: 'unknown', cause: 'timeout' });
  await forgetAtGateway(site, userId);
  expect(await isEnqueued(db, `delete-customer:${userId}`)).toBe(true);
  gateway.deleteCustomer = realDelete;
  await Promise.all([1, 2].map(() => forgetAtGateway(site, userId)));
  await expect(customerAt(site.sandboxUrl, customerId)).rejects.toThrow('Not Found');
  const { transactionId } = await db.selectFrom('orders').select('transactionId').executeTakeFirstOrThrow();
  const refund = { transactionId: transactionId ?? '', amountCents: 100, idempotencyKey: randomUUID() };
  expect((await gateway.refund(refund)).outcome).toBe('refunded');
});

test('the customer at the gateway is kept while a payment or refund is unsettled, or the other parent shares it', async () => {
  const site = await openSite();
  const { db } = site.jobDependencies;
  const { userId, coParentEmail } = await subscribe(site, { payForCoparent: true });
  const customerId = await customerIdOf(site, userId);
  const stillThere = async () => {
    await forgetAtGateway(site, userId);
    return customerAt(site.sandboxUrl, customerId).then(
      () => true,
      () => false,
    );
  };
  await db.updateTable('paymentAttempts').set({ state: 'UNKNOWN' }).execute();
  await close(site, userId);
  expect(await stillThere()).toBe(true);
  await db.updateTable('paymentAttempts').set({ state: 'APPROVED' }).execute();
  const order = await db.selectFrom('orders').select(['id', 'transactionId']).executeTakeFirstOrThrow();
  const paid = { orderId: order.id, userId, transactionId: order.transactionId ?? '' };
  await db
    .transaction()
    .execute((trx) => requestRefund(trx, { ...paid, amountCents: 100, reason: 'BY_SUPPORT', at: site.clock.now() }));
  expect(await stillThere()).toBe(true);
  await db.updateTable('refunds').set({ state: 'SETTLING' }).execute();
  expect(await stillThere()).toBe(true);
  await db.updateTable('refunds').set({ state: 'REFUNDED' }).execute();
  // As an import may have it.
  const other = db.updateTable('users').where('email', '=', coParentEmail);
  await other.set({ gatewayCustomerId: customerId }).execute();
  expect(await stillThere()).toBe(true);
  await other.set({ gatewayCustomerId: null }).execute();
  expect(await stillThere()).toBe(false);
});

test('a payment that is confirmed after its payer was forgotten is refunded, and leaves neither their name nor a card', async () => {
  const site = await openSite();
  const { db, gateway } = site.jobDependencies;
  const invited = await invitedReadyToPay(site);
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    const answer = await realSale(request);
    await db.transaction().execute((trx) => forgetPerson(trx, { userId: invited.userId, at: site.clock.now() }));
    return answer;
  };
  await invitedPays(site.app, invited, { change: { cardHolderName: 'Joaquim Ruizval' } });
  gateway.sale = realSale;
  const methodsOf = db.selectFrom('paymentMethods').select('isDefault').where('userId', '=', invited.userId);
  expect(await methodsOf.execute()).toEqual([{ isDefault: false }]);
  await runDue(site);
  expect(await methodsOf.execute()).toEqual([]);
  site.clock.advance(minutes(6));
  await forgetAtGateway(site, invited.userId);
  await forgetOldRecords.run(site.jobDependencies, {});
  const stored = (await wholeDatabase(db)).filter(
    ({ text }) => /Joaquim Ruizval/.test(text) || text.includes(invited.email),
  );
  expect(stored.map(({ table }) => table)).toEqual([]);
  expect(await db.selectFrom('refunds').select('reason').execute()).toEqual([{ reason: 'NOT_COMPLETED' }]);
});

test('no deletion at the gateway is queued for an invited person who never tried to pay', async () => {
  const site = await openSite();
  const { db } = site.jobDependencies;
  const { userId } = await subscribe(site);
  const invited = await inviteCoParent(site);
  const tried = await invitedReadyToPay(site);
  await invitedPays(site.app, tried, { nonce: 'fake-gateway-rejected-fraud-nonce' });
  await db.transaction().execute(async (trx) => {
    for (const one of [userId, invited.userId, tried.userId])
      await forgetPerson(trx, { userId: one, at: site.clock.now() });
  });
  const isAsked = (one: string) => isEnqueued(db, `delete-customer:${one}`);
  expect(await Promise.all([userId, invited.userId, tried.userId].map(isAsked))).toEqual([true, false, true]);
});
