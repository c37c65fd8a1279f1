import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { billing, book, callRefund, coParent, home, lastMail, setRenewal } from '../../setup/account-calls.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { postDispute, settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { type Disputed, disputeReport, postReport } from '../../setup/webhooks.ts';

const firstOrder = ({ dependencies: { db } }: TestSite, userId: string) =>
  db.selectFrom('orders').selectAll().where('userId', '=', userId).orderBy('createdAt').executeTakeFirstOrThrow();

/** Somebody whose first payment has settled, and their bank, which acts through the gateway. */
async function paidAndSettled(settings: Parameters<typeof subscribe>[1] = {}) {
  const site = await openSite();
  const parent = await subscribe(site, settings);
  await settleSales(site.sandboxUrl);
  await drain(site);
  const order = await firstOrder(site, parent.userId);
  let minute = 0;
  const report = (status: string, more: Partial<Disputed> = {}) => {
    minute += 1;
    const at = new Date(site.clock.now().getTime() + minute * 60_000);
    return disputeReport(status, { transactionId: order.transactionId ?? '', cents: order.totalCents, at, ...more });
  };
  const bankSays = async (status: string, more: Partial<Disputed> = {}) => {
    await postReport(site, report(status, more));
    await drain(site, { times: 2 });
  };
  return { site, parent, order, report, bankSays };
}

const disputes = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('disputes').select(['state', 'applied', 'replyBy', 'amountCents']).execute();
const subjects = async (site: TestSite, email: string) => (await mailsInOrder(site, email)).map((mail) => mail.subject);
const aboutAPayment = async (site: TestSite, { email }: Pick<Subscriber, 'email'>) =>
  (await subjects(site, email)).filter((subject) => subject === 'About a payment to Evenkeel').length;

/** Handles the reports, whatever else is in the queue. */
async function handleAll({ jobDependencies }: TestSite): Promise<void> {
  const reported = jobDependencies.db.selectFrom('gatewayNotifications').select('id').where('handledAt', 'is', null);
  for (const { id } of await reported.execute())
    await jobs['handle-gateway-notification'].run(jobDependencies, { notificationId: id });
}

test('a dispute that is reported while its order moves to another record of its payer is recorded there', async () => {
  const { site, order, report } = await paidAndSettled();
  const { db } = site.dependencies;
  const stored = await subscribe(site);
  await postReport(site, report('open'));
  let handled = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('orders').set({ userId: stored.userId }).where('id', '=', order.id).execute();
    handled = handleAll(site);
    await untilOneWaitsForLock(db);
  });
  await handled;
  expect(await db.selectFrom('disputes').select(['userId', 'applied']).execute()).toEqual([
    { userId: stored.userId, applied: 'HELD' },
  ]);
});

describe('a disputed payment', () => {
  test('pauses renewals, blocks the refund with a reason, and notifies once; once won, everything continues as before', async () => {
    const { site, parent, bankSays } = await paidAndSettled();
    await bankSays('open');
    await bankSays('open');
    expect(await disputes(site)).toEqual([
      { state: 'OPEN', applied: 'HELD', replyBy: '2026-12-24', amountCents: 14_400 },
    ]);
    expect(await aboutAPayment(site, parent)).toBe(1);
    expect((await lastMail(site, parent))?.text).toContain('Your bank is reviewing your payment of US$144.00');
    expect(await callRefund(site, parent.userId)).toMatchObject({ status: 409, body: { code: 'PAYMENT_DISPUTED' } });
    const held = { state: 'HELD', amount: 14_400 };
    expect(await billing(site, parent.userId)).toMatchObject({
      refund: null,
      disputed: [{ amount: 14_400 }],
      receipts: [{ bank: held }],
      subscriptions: [{ autoRenew: true, paused: true, renewal: null, mayResume: false }],
    });
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', autoRenew: true });
    moveClockTo(site, parent.periodEnd, -30);
    expect(await runDue(site)).not.toContain('send-renewal-reminder');
    await bankSays('disputed');
    await bankSays('won');
    expect(await lastMail(site, parent)).toMatchObject({ text: expect.stringContaining('US$144.00 is valid') });
    expect(await runDue(site)).toContain('send-renewal-reminder');
    expect(await billing(site, parent.userId)).toMatchObject({
      disputed: [],
      receipts: [{ bank: null }],
      subscriptions: [{ paused: false, renewal: { amount: 14_400 } }],
    });
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect((await book(site)).map(([kind]) => kind)).toEqual(['sale', 'sale']);
  });

  test('is won shortly before a renewal: each year it pays for is announced, the other parent’s too', async () => {
    const { site, parent, bankSays } = await paidAndSettled({ payForCoparent: true });
    await coParent(site, parent);
    moveClockTo(site, parent.periodEnd, -40);
    await bankSays('open');
    for (const day of [-30, -7]) {
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site);
    }
    moveClockTo(site, parent.periodEnd, -3);
    await bankSays('won');
    await runDue(site);
    await runDue(site);
    const announced = (await subjects(site, parent.email)).filter((subject) => subject.includes('renews'));
    expect(announced).toHaveLength(2);
  });

  test('is not renewed during the dispute: the plan ends with its last paid day, and nothing is charged', async () => {
    const { site, parent, bankSays } = await paidAndSettled();
    await bankSays('open');
    const stopped = await setRenewal(site, parent.userId, parent.subscriptionId, false);
    expect(stopped.body).toMatchObject({ autoRenew: false });
    expect((await setRenewal(site, parent.userId, parent.subscriptionId, true)).body.code).toBe('PAYMENT_DISPUTED');
    await site.dependencies.db.updateTable('subscriptions').set({ autoRenew: true }).execute();
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
    expect(await book(site)).toEqual([['sale', 14_400]]);
  });

  test.each(['lost', 'expired', 'accepted', 'auto_accepted'])(
    'is %s: the payer’s plan ends now, the other parent keeps theirs, and each is told what concerns them',
    async (status) => {
      const { site, parent, order, bankSays } = await paidAndSettled({ payForCoparent: true });
      const other = await coParent(site, parent);
      await bankSays('open');
      // Its holder learns that it is not renewed, but nothing of a bank.
      const seen = (await home(site, other.userId)).subscription;
      expect(seen).toMatchObject({ state: 'CURRENT', autoRenew: false, paused: false });
      const before = await subjects(site, parent.coParentEmail);
      await bankSays(status);
      expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
      expect(await subscriptionOf(site, other)).toMatchObject({ state: 'CURRENT', autoRenew: false });
      const told = (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.startsWith('About a'));
      expect(told.at(-1)?.text).toMatch(/Your bank has returned US\$[\d.]+ to you/);
      expect(told.at(-1)?.text.replaceAll(/\s+/g, ' ')).toMatch(
        /which you paid for, is active until .+ You are not charged for its renewal/,
      );
      const news = (await mailsInOrder(site, parent.coParentEmail)).slice(before.length);
      expect(news).toHaveLength(1);
      expect(news[0]?.text).not.toMatch(/bank|dispute|refund/i);
      expect((await home(site, parent.userId)).subscription).toMatchObject({ state: 'LAPSED', mayRestart: true });
      const returned = { state: 'RETURNED', amount: order.totalCents };
      expect((await billing(site, parent.userId)).receipts).toMatchObject([{ refunded: 0, bank: returned }]);
      const notes = await site.dependencies.db
        .selectFrom('documents')
        .select(['kind', 'amountCents', 'cause'])
        .execute();
      expect(notes).toContainEqual({ kind: 'CREDIT_NOTE', amountCents: order.totalCents, cause: 'dispute:dispute-1' });
    },
  );

  test('is found by the nightly comparison when its report was lost, and its decision too', async () => {
    const { site, parent, order } = await paidAndSettled();
    const { id } = await postDispute(site.sandboxUrl, '', { transactionId: order.transactionId });
    const compare = async () => {
      await jobs['compare-disputes'].run(site.jobDependencies, {});
      await drain(site);
    };
    await compare();
    await compare();
    expect(await disputes(site)).toMatchObject([{ state: 'OPEN', applied: 'HELD', amountCents: 14_400 }]);
    expect(await aboutAPayment(site, parent)).toBe(1);
    // Disputes can last.
    site.clock.advance(days(300));
    await postDispute(site.sandboxUrl, `/${id}`, { status: 'lost' });
    await compare();
    expect(await disputes(site)).toMatchObject([{ state: 'LOST', applied: 'RETURNED' }]);
  });

  test('as a retrieval it is recorded with its deadline, and nothing else changes', async () => {
    const { site, parent, bankSays } = await paidAndSettled();
    await bankSays('open', { kind: 'retrieval' });
    await bankSays('expired', { kind: 'retrieval' });
    expect(await disputes(site)).toMatchObject([{ state: 'EXPIRED', applied: 'ASKED', replyBy: '2026-12-24' }]);
    expect(await aboutAPayment(site, parent)).toBe(0);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 14_400 });
  });

  test('INV3: with reports out of order and concurrent, the decision counts, and only it is mailed to the payer', async () => {
    const { site, parent, report } = await paidAndSettled();
    const reports = ['open', 'disputed', 'under_review', 'lost'].map((status) => report(status)).toReversed();
    for (const one of [...reports, ...reports]) await postReport(site, one);
    await drain(site, { times: 2, atOnce: 4 });
    expect(await disputes(site)).toMatchObject([{ state: 'LOST', applied: 'RETURNED' }]);
    expect(await aboutAPayment(site, parent)).toBe(1);
    await postReport(site, report('won'));
    await drain(site);
    expect(await disputes(site)).toMatchObject([{ state: 'WON', applied: 'STANDS' }]);
    expect(site.logged.some((line) => line.includes('dispute decision reversed'))).toBe(true);
    expect(await aboutAPayment(site, parent)).toBe(1);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
    // The money is ours again, and so say the documents.
    const kinds = await site.dependencies.db.selectFrom('documents').select('kind').orderBy('id').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE']);
  });

  test('N13: an older report of a dispute, handled late, changes neither amount nor documents', async () => {
    for (const status of ['open', 'lost']) {
      const { site, report } = await paidAndSettled();
      const [older, newer] = [report(status), report(status, { cents: 4_000 })];
      for (const one of [newer, older]) {
        await postReport(site, one);
        await drain(site);
      }
      expect(await disputes(site)).toMatchObject([{ amountCents: 4_000 }]);
      const notes = site.dependencies.db
        .selectFrom('documents')
        .select('amountCents')
        .where('kind', '=', 'CREDIT_NOTE');
      expect(await notes.execute()).toEqual(status === 'lost' ? [{ amountCents: 4_000 }] : []);
    }
  });

  test('reported before the response to its sale, waits for the order; one without an order is logged', async () => {
    const { site, parent, order, bankSays } = await paidAndSettled();
    const { db } = site.dependencies;
    await db.updateTable('orders').set({ transactionId: null }).where('id', '=', order.id).execute();
    await bankSays('open');
    expect(await disputes(site)).toMatchObject([{ state: 'OPEN', applied: null }]);
    expect(await aboutAPayment(site, parent)).toBe(0);
    await db.updateTable('orders').set({ transactionId: order.transactionId }).where('id', '=', order.id).execute();
    await handleAll(site);
    await drain(site);
    expect(await disputes(site)).toMatchObject([{ state: 'OPEN', applied: 'HELD' }]);
    expect(await aboutAPayment(site, parent)).toBe(1);
    await postReport(site, disputeReport('open', { id: 'other', transactionId: 'none', cents: 1, at: new Date() }));
    await drain(site);
    site.clock.advance(hours(25));
    await handleAll(site);
    expect(site.logged.some((line) => line.includes('dispute matches no order'))).toBe(true);
  });

  test('with a pending refund: the refund waits, is sent if the dispute is won, and not if it is lost', async () => {
    for (const [decision, state, kinds] of [
      ['won', 'SETTLING', ['sale', 'refund']],
      ['lost', 'WITHDRAWN', ['sale']],
    ] as const) {
      const { site, parent, report, bankSays } = await paidAndSettled();
      await callRefund(site, parent.userId);
      await postReport(site, report('open'));
      await handleAll(site);
      await drain(site);
      expect(await book(site)).toEqual([['sale', 14_400]]);
      await bankSays(decision);
      site.clock.advance(hours(7));
      await runDue(site);
      expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([{ state }]);
      expect((await book(site)).map(([kind]) => kind)).toEqual(kinds);
      const onTheirWay = (await billing(site, parent.userId)).refunds.map((refund) => refund.state);
      expect(onTheirWay).toEqual(decision === 'won' ? ['SETTLING'] : []);
    }
  });

  test('partly lost: only the rest of a promised refund is paid', async () => {
    const { site, parent, order, bankSays } = await paidAndSettled();
    await bankSays('open', { cents: 10_000 });
    const { id: orderId, transactionId, userId } = order;
    await site.dependencies.db.transaction().execute((trx) =>
      requestRefund(trx, {
        orderId,
        userId,
        transactionId: transactionId ?? '',
        amountCents: 14_400,
        reason: 'BY_SUPPORT',
        at: site.clock.now(),
      }),
    );
    await bankSays('lost', { cents: 10_000 });
    site.clock.advance(hours(7));
    await runDue(site);
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['refund', 4_400],
    ]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
  });
});
