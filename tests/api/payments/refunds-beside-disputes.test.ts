import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { lockOrders } from '#server/payments/order-repository.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { closeDifference } from '#server/settlement/settlement-repository.ts';
import { disagreements } from '../../billing/books.ts';
import { readBooks } from '../../billing/read-books.ts';
import { callRefund } from '../../setup/account-calls.ts';
import { untilLockIsWaitedFor } from '../../setup/database/lock-waits.ts';
import { bankSays } from '../../setup/providers/payers-bank.ts';
import { ledger, postDispute, settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, runDue, subscribe } from '../../setup/subscriber.ts';
import { declineSettlement, postReport, sampleReport } from '../../setup/webhooks.ts';

/** Somebody whose payment has settled. `lose`: their bank returns the money. */
async function paidAndSettled() {
  const site = await openSite();
  const parent = await subscribe(site);
  await settleSales(site.sandboxUrl);
  await drain(site);
  const { id: orderId, transactionId } = await site.dependencies.db
    .selectFrom('orders')
    .select(['id', 'transactionId'])
    .executeTakeFirstOrThrow();
  const lose = async () => {
    const { id } = await postDispute(site.sandboxUrl, '', { transactionId });
    await postDispute(site.sandboxUrl, `/${id}`, { status: 'lost' });
    await jobs['compare-disputes'].run(site.jobDependencies, {});
    await drain(site);
  };
  return { site, parent, lose, order: { orderId, userId: parent.userId, transactionId: transactionId ?? '' } };
}

/** Somebody who has asked for a refund of it. */
async function refundAsked() {
  const paid = await paidAndSettled();
  await callRefund(paid.site, paid.parent.userId);
  return paid;
}

const kinds = async ({ sandboxUrl }: TestSite) => (await ledger(sandboxUrl)).map(({ kind }) => kind);
const states = async ({ dependencies: { db } }: TestSite) =>
  (await db.selectFrom('refunds').select('state').execute()).map(({ state }) => state);
const credited = async ({ dependencies: { db } }: TestSite) =>
  (await db.selectFrom('documents').select('amountCents').where('kind', '=', 'CREDIT_NOTE').execute()).map(
    ({ amountCents }) => amountCents,
  );

async function later(site: TestSite, ms: number): Promise<void> {
  site.clock.advance(ms);
  await runDue(site);
}

/** Loses the request and response of the next refund, or only its response. */
function loseNextRefund({ jobDependencies: { gateway } }: TestSite, lost: 'question' | 'answer'): void {
  const real = gateway.refund;
  gateway.refund = async (request) => {
    gateway.refund = real;
    if (lost === 'answer') await real(request);
    return { outcome: 'unknown', cause: 'timeout' };
  };
}

test('a refund whose request was lost is not sent again if the bank has charged the payment back meanwhile', async () => {
  const { site, lose } = await refundAsked();
  loseNextRefund(site, 'question');
  await drain(site);
  await lose();
  for (const ms of [minutes(3), hours(1), days(1)]) await later(site, ms);
  expect(await states(site)).toEqual(['WITHDRAWN']);
  expect(await kinds(site)).toEqual(['sale', 'dispute']);
  expect(await credited(site)).toEqual([14_400]);
});

test('a refund whose response was lost is found although the bank has charged the payment back meanwhile; the double refund is a difference for staff', async () => {
  const { site, lose } = await refundAsked();
  loseNextRefund(site, 'answer');
  await drain(site);
  await lose();
  for (const ms of [minutes(3), hours(1), days(1)]) await later(site, ms);
  expect(await states(site)).toEqual(['SETTLING']);
  expect(await kinds(site)).toEqual(['sale', 'refund', 'dispute']);
  expect(await credited(site)).toEqual([14_400]);
  for (let night = 0; night < 2; night += 1) await jobs['compare-settlement'].run(site.jobDependencies, {});
  const found = site.dependencies.db.selectFrom('settlementDifferences').select(['kind', 'ourCents', 'theirCents']);
  expect(await found.execute()).toEqual([{ kind: 'BACK_TWICE', ourCents: 14_400, theirCents: 28_800 }]);
  const told = site.logged.filter((line) => line.includes('settlement difference found'));
  expect(told).toHaveLength(1);
});

test('R5: a double refund can be closed for good, although the gateway reports the same dispute every night', async () => {
  const { site, lose } = await refundAsked();
  await drain(site);
  await lose();
  const { db } = site.dependencies;
  const open = () => db.selectFrom('settlementDifferences').select('kind').where('resolvedAt', 'is', null).execute();
  const night = async (count: number) => {
    site.clock.advance(days(count));
    await jobs['compare-disputes'].run(site.jobDependencies, {});
    await jobs['compare-settlement'].run(site.jobDependencies, {});
  };
  await night(1);
  expect(await open()).toEqual([{ kind: 'BACK_TWICE' }]);
  for (let count = 0; count < 3; count += 1) await night(3);
  expect(await open()).toEqual([{ kind: 'BACK_TWICE' }]);
  const [difference] = await db.selectFrom('settlementDifferences').select(['kind', 'transactionId']).execute();
  if (difference) await closeDifference(db, { ...difference, at: site.clock.now() });
  await night(1);
  expect(await open()).toEqual([]);
});

test('a refund declined by the bank is not sent again once the bank has charged the payment back', async () => {
  const { site, lose } = await refundAsked();
  await drain(site);
  await lose();
  const { gatewayId } = await site.dependencies.db.selectFrom('refunds').select('gatewayId').executeTakeFirstOrThrow();
  await declineSettlement(site.sandboxUrl, gatewayId ?? '');
  await postReport(site, await sampleReport('refund_failed', gatewayId ?? ''));
  await drain(site);
  for (const ms of [hours(2), days(1)]) await later(site, ms);
  expect(await states(site)).toEqual(['WITHDRAWN']);
  expect(await kinds(site)).toEqual(['sale', 'refund', 'dispute', 'refund_failed']);
  expect(await credited(site)).toEqual([14_400]);
});

test('twenty partial refunds are sent concurrently while the bank decides: what was not sent yet is withdrawn, and the books agree', async () => {
  const { site, lose, order } = await paidAndSettled();
  const { db } = site.dependencies;
  const part = { ...order, amountCents: 720, reason: 'BY_SUPPORT', at: site.clock.now() } as const;
  for (let count = 0; count < 20; count += 1) await db.transaction().execute((trx) => requestRefund(trx, part));
  const refunds = await db.selectFrom('refunds').select('id').execute();
  const send = ({ id: refundId }: { id: string }) => jobs['issue-refund'].run(site.jobDependencies, { refundId });
  await Promise.all([lose(), ...refunds.map(send)]);
  for (const ms of [minutes(3), hours(1)]) await later(site, ms);
  const ended = await states(site);
  expect(ended.filter((state) => state !== 'SETTLING' && state !== 'WITHDRAWN')).toEqual([]);
  for (let night = 0; night < 2; night += 1) await jobs['compare-settlement'].run(site.jobDependencies, {});
  expect(disagreements(await readBooks(site))).toEqual([]);
  const sum = (await credited(site)).reduce((total, cents) => total + cents, 0);
  expect(sum).toBe(14_400);
});

test('two equal refunds whose responses were lost, one of which arrived, are told apart while the bank asks: one is sent later', async () => {
  const { site, parent, order } = await paidAndSettled();
  const { db, gateway } = site.jobDependencies;
  const part = { ...order, amountCents: 1_000, reason: 'BY_SUPPORT', at: site.clock.now() } as const;
  for (let count = 0; count < 2; count += 1) await db.transaction().execute((trx) => requestRefund(trx, part));
  const realRefund = gateway.refund;
  let isFirst = true;
  gateway.refund = async (request) => {
    if (isFirst) await realRefund(request);
    isFirst = false;
    return { outcome: 'unknown', cause: 'timeout' };
  };
  await drain(site);
  gateway.refund = realRefund;
  await bankSays(site, parent.userId, 'open');
  site.clock.advance(minutes(3));
  const refunds = await db.selectFrom('refunds').select('id').execute();
  // Both have found it before either is settled.
  const { issued } = await db.transaction().execute(async (trx) => {
    await lockOrders(trx, [order.orderId]);
    const sent = refunds.map(({ id: refundId }) => jobs['issue-refund'].run(site.jobDependencies, { refundId }));
    await untilLockIsWaitedFor(db, 2);
    return { issued: Promise.all(sent) };
  });
  await issued;
  expect((await states(site)).toSorted()).toEqual(['PENDING', 'SETTLING']);
  await bankSays(site, parent.userId, 'won');
  for (const ms of [minutes(3), hours(7)]) await later(site, ms);
  expect(await states(site)).toEqual(['SETTLING', 'SETTLING']);
  expect((await kinds(site)).filter((kind) => kind === 'refund')).toHaveLength(2);
});
