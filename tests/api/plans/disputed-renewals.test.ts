import { expect, test } from 'vitest';
import { readEntitlements } from '#server/plans/entitlements.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays, dueInstant } from '#server/subscriptions/calendar.ts';
import { book, charges, coParent, home, lastMail, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { disputeReport, postReport } from '../../setup/webhooks.ts';

/** Somebody whose first payment has settled, and whose bank questions it. */
async function disputing(settings: Parameters<typeof subscribe>[1] = {}) {
  const site = await openSite();
  const parent = await subscribe(site, settings);
  await settleSales(site.sandboxUrl);
  await drain(site);
  const first = site.dependencies.db.selectFrom('orders').select(['transactionId', 'totalCents']);
  const { transactionId, totalCents: cents } = await first.executeTakeFirstOrThrow();
  const bankSays = async (status: string) => {
    const disputed = { transactionId: transactionId ?? '', cents, at: site.clock.now() };
    await postReport(site, disputeReport(status, disputed));
    await drain(site);
  };
  return { site, parent, bankSays };
}

test.each(['won', 'not decided'] as const)(
  'N9: while a declined renewal waits the plan goes on, and a stored card is charged once the bank has decided: %s',
  async (end) => {
    const { site, parent, bankSays } = await disputing();
    const { gateway } = site.dependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'hard', reason: 'card_declined' });
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    gateway.sale = realSale;
    await bankSays('open');
    moveClockTo(site, parent.periodEnd, 2);
    await runDue(site);
    const lastDay = addDays(parent.periodEnd, 7);
    const goesOn = { state: 'CURRENT', paused: true, periodEnd: lastDay };
    expect((await home(site, parent.userId)).subscription).toMatchObject(goesOn);
    expect(await readEntitlements(site.dependencies, parent.userId)).toMatchObject({ paidUntil: lastDay });
    expect((await replaceMethod(site, parent.userId)).status).toBe(200);
    await runDue(site);
    expect((await home(site, parent.userId)).subscription).toMatchObject(goesOn);
    expect(await book(site)).toHaveLength(1);
    if (end === 'won') await bankSays('won');
    moveClockTo(site, parent.periodEnd, 7);
    await runDue(site);
    expect(await book(site)).toHaveLength(end === 'won' ? 2 : 1);
    expect((await subscriptionOf(site, parent)).state).toBe(end === 'won' ? 'CURRENT' : 'LAPSED');
  },
);

test('N9: a settlement declined while a bank asks about an earlier payment ends no plan: it waits, and a stored card is charged once the bank has decided', async () => {
  const { site, parent, bankSays } = await disputing();
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  const renewal = site.dependencies.db.selectFrom('orders').select('transactionId').orderBy('id', 'desc');
  const { transactionId } = await renewal.executeTakeFirstOrThrow();
  await bankSays('open');
  await reported(site, transactionId ?? '');
  const lastDay = addDays(parent.periodEnd, 7);
  expect((await home(site, parent.userId)).subscription).toMatchObject({ state: 'CURRENT', periodEnd: lastDay });
  const mail = await lastMail(site, parent);
  const text = mail?.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Until your bank has decided about another payment, nothing is charged.');
  expect(text).not.toContain('right away');
  await replaceMethod(site, parent.userId);
  await runDue(site);
  expect(await charges(site)).toHaveLength(2);
  await bankSays('won');
  moveClockTo(site, parent.periodEnd, 2);
  await runDue(site);
  expect(await charges(site)).toHaveLength(3);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
});

test('N22: a dispute that is won half an hour before the charge: the renewal is announced first', async () => {
  const { site, parent, bankSays } = await disputing({ announced: false });
  moveClockTo(site, parent.periodEnd, -40);
  await bankSays('open');
  for (const before of [-30, -7, -1]) {
    moveClockTo(site, parent.periodEnd, before);
    await runDue(site, { announced: false });
  }
  site.clock.set(new Date(dueInstant(parent.periodEnd, 'America/Chicago').getTime() - 30 * 60_000));
  await bankSays('won');
  await scanBilling(site.dependencies);
  site.clock.set(dueInstant(parent.periodEnd, 'America/Chicago'));
  await runDue(site, { announced: false });
  expect(await charges(site)).toHaveLength(1);
  const told = (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.includes(' renews on '));
  expect(told).toHaveLength(1);
  for (const [day, sales] of [
    [6, 1],
    [7, 2],
  ] as const) {
    moveClockTo(site, parent.periodEnd, day);
    await runDue(site, { announced: false });
    expect(await charges(site)).toHaveLength(sales);
  }
});

test('R7: whoever is told that the plan ends, because a bank questions its payer’s payment, can take it over as the mail says', async () => {
  const { site, parent, bankSays } = await disputing({ payForCoparent: true, announced: false });
  const other = await coParent(site, parent);
  await bankSays('open');
  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site, { announced: false });
  expect((await lastMail(site, { email: parent.coParentEmail }))?.text.replaceAll(/\s+/g, ' ')).toMatch(
    /add your own payment method before then and take over the plan/,
  );
  expect((await home(site, other.userId)).subscription).toMatchObject({ autoRenew: false, mayResume: true });
  expect((await replaceMethod(site, other.userId)).status).toBe(200);
  const resumed = await setRenewal(site, other.userId, other.subscriptionId, true);
  expect([resumed.body.autoRenew, /bank|dispute/i.test(JSON.stringify(resumed.body))]).toEqual([true, false]);
  expect(await subscriptionOf(site, other)).toMatchObject({ payerUserId: other.userId, autoRenew: true });
  moveClockTo(site, parent.periodEnd, -7);
  await runDue(site, { announced: false });
  moveClockTo(site, parent.periodEnd);
  await runDue(site, { announced: false });
  expect(await subscriptionOf(site, other)).toMatchObject({
    state: 'CURRENT',
    declinedOn: null,
    periodStart: parent.periodEnd,
  });
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
  expect(await charges(site)).toEqual([28_800, 14_400]);
});
