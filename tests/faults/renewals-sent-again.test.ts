import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { reconcilePaymentJob, voidLateChargeJob } from '#server/jobs/reconcile-payment.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { book, replaceMethod, setRenewal } from '../setup/account-calls.ts';
import { heldSales } from '../setup/providers/held-sales.ts';
import { settleSales } from '../setup/sandbox.ts';
import { openSite } from '../setup/site.ts';
import { drain, moveClockTo, runDue, subscribe, subscriptionOf } from '../setup/subscriber.ts';
import { disputeReport, postReport } from '../setup/webhooks.ts';

/** A renewal that the gateway has received but not answered. */
async function unansweredRenewal() {
  const site = await openSite();
  const parent = await subscribe(site);
  await settleSales(site.sandboxUrl);
  await drain(site, { mails: false });
  const { db } = site.dependencies;
  const first = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  moveClockTo(site, parent.periodEnd);
  const sales = heldSales(site);
  await renewSubscription(site.jobDependencies, parent);
  const renewal = () =>
    db.selectFrom('paymentAttempts').selectAll().where('purpose', '=', 'RENEWAL').executeTakeFirstOrThrow();
  site.clock.advance(minutes(1.1));
  return { site, parent, first, sales, renewal };
}

test.each([
  [
    'N2: its payer has cancelled it',
    async ({ site, parent }: Awaited<ReturnType<typeof unansweredRenewal>>) => {
      await setRenewal(site, parent.userId, parent.subscriptionId, false);
    },
  ],
  [
    'N16: a bank asks about a payment of its payer',
    async ({ site, first }: Awaited<ReturnType<typeof unansweredRenewal>>) => {
      const disputed = { transactionId: first.transactionId ?? '', cents: first.totalCents, at: site.clock.now() };
      await postReport(site, disputeReport('open', disputed));
      await drain(site, { mails: false });
    },
  ],
  [
    'N16: forty-five days have passed',
    async ({ site }: Awaited<ReturnType<typeof unansweredRenewal>>) => site.clock.advance(days(45)),
  ],
] as const)(
  'N2, N16: a renewal without a response is not resent, and voided if it arrives, once %s',
  async (_, meanwhile) => {
    const unanswered = await unansweredRenewal();
    const { site, parent, sales, renewal } = unanswered;
    await meanwhile(unanswered);
    await reconcilePaymentJob.run(site.jobDependencies, { attemptId: (await renewal()).id });
    expect(await renewal()).toMatchObject({ sends: 1, state: 'REJECTED' });
    await runDue(site);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED', declinedOn: null });
    sales.flow();
    await sales.arrive();
    site.clock.advance(minutes(6));
    await voidLateChargeJob.run(site.jobDependencies, { attemptId: (await renewal()).id });
    expect((await book(site)).map(([kind]) => kind)).toEqual(['sale', 'sale', 'void']);
  },
);

test('N2: after another card was stored a renewal without a response is charged to that one, by another try', async () => {
  const { site, parent, sales, renewal } = await unansweredRenewal();
  expect((await replaceMethod(site, parent.userId)).status).toBe(200);
  await reconcilePaymentJob.run(site.jobDependencies, { attemptId: (await renewal()).id });
  expect(await renewal()).toMatchObject({ sends: 1, state: 'REJECTED' });
  sales.flow();
  await runDue(site);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  expect(await book(site)).toHaveLength(2);
});
