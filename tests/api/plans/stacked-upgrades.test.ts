import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { recordDeclinedSettlement } from '#server/payment-events/record-declined-settlement.ts';
import { setFault, settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, type Subscriber, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';
import { declineSettlement, disputeReport, postReport } from '../../setup/webhooks.ts';

const refundsIn = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('refunds').select(['orderId', 'amountCents', 'state']).orderBy('id').execute();

/** Somebody with a plan, an upgrade of it and another upgrade on top; nothing has settled yet. */
async function upgradedTwice() {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] });
  const before = await subscriptionOf(site, parent);
  for (const packageId of [1001, 1002]) {
    site.clock.advance(days(2));
    await upgrade(site, parent, { packageId });
  }
  await drain(site);
  const orders = await site.dependencies.db
    .selectFrom('orders')
    .select(['id', 'transactionId', 'totalCents'])
    .orderBy('createdAt')
    .execute();
  const [plan, lower, upper] = orders.map((order) => ({ ...order, transactionId: order.transactionId ?? '' }));
  if (!plan || !lower || !upper) throw new Error('Somebody was not upgraded twice');
  return { site, parent, before, plan, lower, upper };
}

const held = async (site: TestSite, parent: Subscriber) => {
  const { state, packageId, services } = await subscriptionOf(site, parent);
  return { state, packageId, services };
};

test('when the first of two upgrades fails to settle, both are reverted and the second is refunded', async () => {
  const { site, parent, before, lower, upper } = await upgradedTwice();
  const declined = async ({ transactionId }: { transactionId: string }) => {
    await declineSettlement(site.sandboxUrl, transactionId);
    return recordDeclinedSettlement(site.jobDependencies, { transactionId });
  };
  expect(await declined(lower)).toMatchObject({ step: 'recorded', kept: [] });
  const { packageId, services } = before;
  expect(await held(site, parent)).toEqual({ state: 'CURRENT', packageId, services });
  expect(await refundsIn(site)).toEqual([{ orderId: upper.id, amountCents: upper.totalCents, state: 'PENDING' }]);
  // Its payment failed to settle too: there is nothing to refund.
  expect(await declined(upper)).toMatchObject({ step: 'recorded' });
  await drain(site);
  expect(await held(site, parent)).toEqual({ state: 'CURRENT', packageId, services });
  expect(await refundsIn(site)).toMatchObject([{ state: 'WITHDRAWN' }]);
});

test('when the second of two upgrades fails to settle, then the first, each reverts to the plan before it', async () => {
  const { site, parent, before, lower, upper } = await upgradedTwice();
  for (const { transactionId } of [upper, lower]) {
    await declineSettlement(site.sandboxUrl, transactionId);
    await recordDeclinedSettlement(site.jobDependencies, { transactionId });
    if (transactionId === upper.transactionId) expect((await held(site, parent)).packageId).toBe(1001);
  }
  const { packageId, services } = before;
  expect(await held(site, parent)).toEqual({ state: 'CURRENT', packageId, services });
  expect(await refundsIn(site)).toEqual([]);
});

test.each(['plan', 'lower'] as const)(
  'a chargeback of the %s refunds the upgrades on top of it as well',
  async (which) => {
    const { site, parent, before, plan, lower, upper } = await upgradedTwice();
    await settleSales(site.sandboxUrl);
    const { transactionId, totalCents: cents } = { plan, lower }[which];
    await postReport(site, disputeReport('lost', { transactionId, cents, at: site.clock.now() }));
    await drain(site);
    const onTop = which === 'plan' ? [lower, upper] : [upper];
    expect(await refundsIn(site)).toEqual(
      onTop.map(({ id, totalCents }) => ({ orderId: id, amountCents: totalCents, state: 'SETTLING' })),
    );
    expect(await held(site, parent)).toMatchObject(
      which === 'plan' ? { state: 'LAPSED' } : { state: 'CURRENT', packageId: before.packageId },
    );
  },
);

test('an upgrade priced on one that is charged back meanwhile is refunded in full', async () => {
  const site = await openSite({ paymentTimeoutSeconds: 1 });
  const { db } = site.dependencies;
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] });
  const before = await held(site, parent);
  await upgrade(site, parent, { packageId: 1001 });
  await settleSales(site.sandboxUrl);
  await drain(site);
  const orders = db.selectFrom('orders').select(['id', 'transactionId', 'totalCents']).orderBy('createdAt', 'desc');
  const { transactionId, totalCents: cents } = await orders.executeTakeFirstOrThrow();
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  expect((await upgrade(site, parent, { packageId: 1002 })).body.outcome).toBe('CONFIRMING');

  await postReport(site, disputeReport('lost', { transactionId: transactionId ?? '', cents, at: site.clock.now() }));
  const { id: notificationId } = await db.selectFrom('gatewayNotifications').select('id').executeTakeFirstOrThrow();
  await jobs['handle-gateway-notification'].run(site.jobDependencies, { notificationId });
  expect(await held(site, parent)).toEqual(before);

  const open = db.selectFrom('paymentAttempts').select('id').where('state', '=', 'UNKNOWN');
  const { id: attemptId } = await open.executeTakeFirstOrThrow();
  await jobs['reconcile-payment'].run(site.jobDependencies, { attemptId });
  expect(await held(site, parent)).toEqual(before);
  const upper = await orders.executeTakeFirstOrThrow();
  expect(await refundsIn(site)).toMatchObject([{ orderId: upper.id, amountCents: upper.totalCents }]);
});
