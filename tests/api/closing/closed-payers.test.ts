import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { isEnqueued } from '#server/db/job-queue.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { closeOnRequest } from '../../setup/account-calls.ts';
import { wholeDatabase } from '../../setup/database/whole-database.ts';
import { inviteCoParent, invitedPays, invitedReadyToPay } from '../../setup/invited.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { runDue, subscribe } from '../../setup/subscriber.ts';
import { customerAt } from '../../setup/webhooks.ts';

const customerIdOf = async ({ dependencies: { db } }: TestSite, userId: string) =>
  (await readUser(db, userId))?.gatewayCustomerId ?? '';

const forgetAtGateway = (site: TestSite, userId: string) =>
  jobs['delete-gateway-customer'].run(site.jobDependencies, { userId });

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
  await closeOnRequest(site, userId);
  expect(await tablesWithIt()).toEqual([]);
});

test('closing an account deletes name and e-mail at the gateway; its payments stay refundable', async () => {
  const site = await openSite();
  const { db, gateway } = site.jobDependencies;
  const { userId, email } = await subscribe(site);
  const customerId = await customerIdOf(site, userId);
  expect(await customerAt(site.sandboxUrl, customerId)).toEqual({ firstName: 'Marta', email });
  await settleSales(site.sandboxUrl);
  await closeOnRequest(site, userId);
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

test('the customer at the gateway is kept while a payment or refund is unsettled, or another account shares it', async () => {
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
  await closeOnRequest(site, userId);
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
  // As an import can leave it.
  const other = db.updateTable('users').where('email', '=', coParentEmail);
  await other.set({ gatewayCustomerId: customerId }).execute();
  expect(await stillThere()).toBe(true);
  await other.set({ gatewayCustomerId: null }).execute();
  // The same person with another co-parent, under another address.
  const elsewhere = await subscribe(site);
  const second = db.updateTable('users').where('id', '=', elsewhere.userId);
  await second.set({ gatewayCustomerId: customerId }).execute();
  expect(await stillThere()).toBe(true);
  await second.set({ gatewayCustomerId: null }).execute();
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
