import { expect, test } from 'vitest';
import { jobs } from '#server/jobs/jobs.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { billing, lastMail } from '../../setup/account-calls.ts';
import { ledger, postDispute, settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { priceOf } from '../../setup/upgrade-calls.ts';
import { disputeReport, postReport } from '../../setup/webhooks.ts';

/** Somebody whose bank questions their payment through the sandbox; its reports are lost. */
async function disputed() {
  const site = await openSite();
  const parent = await subscribe(site);
  await settleSales(site.sandboxUrl);
  await drain(site);
  const order = await site.dependencies.db
    .selectFrom('orders')
    .select(['id', 'userId', 'transactionId'])
    .executeTakeFirstOrThrow();
  const { id } = await postDispute(site.sandboxUrl, '', { transactionId: order.transactionId });
  const compare = async () => {
    await jobs['compare-disputes'].run(site.jobDependencies, {});
    await drain(site);
  };
  await compare();
  return { site, parent, order, compare, decide: (body: object) => postDispute(site.sandboxUrl, `/${id}`, body) };
}

const documents = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('documents').select(['kind', 'amountCents']).orderBy('id').execute();

test('a dispute that is won in part: the plan goes on, and receipt, credit note and mail say what the bank gave back', async () => {
  const { site, parent, compare, decide } = await disputed();
  await decide({ status: 'won', wonCents: 9_000 });
  for (let night = 0; night < 2; night += 1) await compare();
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', autoRenew: true });
  expect((await billing(site, parent.userId)).receipts).toMatchObject([{ bank: { state: 'RETURNED', amount: 5_400 } }]);
  expect(await documents(site)).toEqual([
    { kind: 'INVOICE', amountCents: 14_400 },
    { kind: 'CREDIT_NOTE', amountCents: 5_400 },
  ]);
  const held = (await ledger(site.sandboxUrl)).map(({ kind, amountCents }) => [kind, amountCents]);
  expect(held).toEqual([
    ['sale', 14_400],
    ['dispute', 14_400],
    ['dispute_won', 9_000],
  ]);
  expect((await lastMail(site, parent))?.text).toMatch(/of US\$144\.00\s+it has returned US\$54\.00 to you/);
});

test('an upgrade after a partly won dispute credits only what the bank left', async () => {
  const { site, parent, compare, decide } = await disputed();
  await decide({ status: 'won', wonCents: 9_000 });
  await compare();
  expect((await priceOf(site, parent, { packageId: 1002 })).body.totals.total).toBe(19_800 - 9_000);
});

test('after a partly won dispute the rest of a promised refund is paid out', async () => {
  const { site, order, compare, decide } = await disputed();
  const { id: orderId, userId, transactionId } = order;
  const promised = { orderId, userId, transactionId: transactionId ?? '', amountCents: 14_400 };
  await site.dependencies.db
    .transaction()
    .execute((trx) => requestRefund(trx, { ...promised, reason: 'BY_SUPPORT', at: site.clock.now() }));
  await decide({ status: 'won', wonCents: 9_000 });
  await compare();
  const states = site.dependencies.db.selectFrom('refunds').select(['state', 'amountCents']).orderBy('id');
  expect(await states.execute()).toEqual([
    { state: 'WITHDRAWN', amountCents: 14_400 },
    { state: 'SETTLING', amountCents: 9_000 },
  ]);
  expect((await documents(site)).map(({ amountCents }) => amountCents)).toEqual([14_400, 5_400, 9_000]);
});

test('N1: a partial chargeback that the bank raises to the full amount ends the plan, and the payer is told', async () => {
  const { site, parent, order } = await disputed();
  const at = (minutes: number) => new Date(site.clock.now().getTime() + minutes * 60_000);
  const report = async (cents: number, minutes: number) => {
    const transactionId = order.transactionId ?? '';
    await postReport(site, disputeReport('lost', { id: 'raised', transactionId, cents, at: at(minutes) }));
    await drain(site);
  };
  await report(5_000, 1);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT' });
  for (const minutes of [2, 3]) await report(14_400, minutes);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
  const told = (await mailsInOrder(site, parent.email)).filter(
    ({ subject }) => subject === 'About a payment to Evenkeel',
  );
  expect(told).toHaveLength(3);
  expect((await documents(site)).map(({ amountCents }) => amountCents)).toEqual([14_400, 5_000, 9_400]);
});
