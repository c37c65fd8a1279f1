import { describe, expect, test } from 'vitest';
import { jobs } from '#server/jobs/jobs.ts';
import { retireMethod } from '#server/payments/retire-method.ts';
import { tryBackup } from '#server/plans/methods/try-backup.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { settle } from '../../billing/real-subscriber.ts';
import { billing, charges, closeOnRequest, replaceMethod } from '../../setup/account-calls.ts';
import { asking, keep, news, remove, tokens, turn, withBackup } from '../../setup/methods/backup-method.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  announceAll,
  drain,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { disputeReport, postReport } from '../../setup/webhooks.ts';

const payPal = 'fake-paypal-billing-agreement-nonce';

async function due(site: TestSite, { periodEnd }: Subscriber, day = 0): Promise<void> {
  moveClockTo(site, periodEnd, day);
  await runDue(site);
}

/** The first method was declined; the job that tries the backup waits. */
async function declinedOnce(site: TestSite, parent: Subscriber): Promise<void> {
  await announceAll(site);
  moveClockTo(site, parent.periodEnd);
  await renewSubscription(site.jobDependencies, parent);
}

describe('a backup payment method', () => {
  test('is charged once when the first is declined, and the receipt says so', async () => {
    const { site, parent, before } = await withBackup();
    const asked = await asking(site, ['first']);
    await due(site, parent);
    await drain(site, { times: 2 });
    await due(site, parent, 3);
    expect(asked).toEqual(['first', 'backup']);
    expect(await charges(site)).toEqual([14_400, 14_400]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
    const [receipt, ...more] = await news(site, parent, before);
    expect(more).toEqual([]);
    expect(receipt).toContain('renewal receipt');
    expect(receipt).toContain('Your other payment method could not be charged, so we charged your backup method');
    expect(receipt).toContain('Mastercard ending in 4444');
  });

  test('is charged nothing as long as its holder has not turned that on, and its storing is told', async () => {
    const { site, parent, before } = await withBackup({ on: false });
    const [added] = (await news(site, parent, 0)).slice(-1);
    expect(added).toContain('Mastercard ending in 4444 is now your backup payment method. It is charged only if you');
    expect((await billing(site, parent.userId)).backupMethod).toMatchObject({
      cardLastFour: '4444',
      chargedWhenDeclined: false,
    });
    const asked = await asking(site, ['first']);
    for (const day of [0, 3, 5, 7]) await due(site, parent, day);
    expect(asked).toEqual(['first', 'first', 'first', 'first']);
    expect(await news(site, parent, before)).toEqual([
      ...Array.from({ length: 3 }, () => expect.not.stringContaining('backup')),
      expect.stringContaining('has ended'),
    ]);
  });

  test('that is declined too is told of in one mail, and is tried once per due date', async () => {
    const { site, parent, before } = await withBackup();
    const asked = await asking(site, ['first', 'backup']);
    await due(site, parent);
    expect(asked).toEqual(['first', 'backup']);
    const [told, ...more] = await news(site, parent, before);
    expect(more).toEqual([]);
    expect(told).toContain('We also tried your backup payment method, Mastercard ending in 4444, once.');
    expect(told).toContain('Visa ending in');
    for (const day of [3, 5, 7]) await due(site, parent, day);
    expect(asked).toEqual(['first', 'backup', 'first', 'first', 'first']);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
    expect(await charges(site)).toEqual([14_400]);
  });

  test('is tried again at the next due date', async () => {
    const { site, parent } = await withBackup();
    const asked = await asking(site, ['first']);
    await due(site, parent);
    const { periodEnd } = await subscriptionOf(site, parent);
    await due(site, { ...parent, periodEnd });
    expect(asked).toEqual(['first', 'backup', 'first', 'backup']);
  });

  test('turned on since the first decline is tried at the next, even at the last', async () => {
    for (const answer of ['approved', 'declined'] as const) {
      const { site, parent } = await withBackup({ on: false });
      const asked = await asking(site, answer === 'approved' ? ['first'] : ['first', 'backup']);
      for (const day of [0, 3, 5]) await due(site, parent, day);
      await turn(site, parent, true);
      await due(site, parent, 7);
      expect(asked).toEqual(['first', 'first', 'first', 'first', 'backup']);
      const state = answer === 'approved' ? 'CURRENT' : 'LAPSED';
      expect(await subscriptionOf(site, parent)).toMatchObject({ state });
    }
  });

  test.each([
    ['removed', (site: TestSite, parent: Subscriber) => remove(site, parent)],
    ['turned off', (site: TestSite, parent: Subscriber) => turn(site, parent, false)],
  ])('%s between the decline and its try is not charged, and the decline is told', async (_what, change) => {
    const { site, parent, before } = await withBackup();
    const asked = await asking(site, ['first']);
    await declinedOnce(site, parent);
    await change(site, parent);
    await drain(site);
    expect(asked).toEqual(['first']);
    expect((await news(site, parent, before)).filter((text) => text.includes('could not be charged'))).toHaveLength(1);
  });

  test('is charged once by two workers, beside a method that is stored at the same moment', async () => {
    const { site, parent } = await withBackup();
    const asked = await asking(site, ['first']);
    await declinedOnce(site, parent);
    const job = { ...parent, attemptId: null };
    await Promise.all([
      tryBackup(site.jobDependencies, job),
      tryBackup(site.jobDependencies, job),
      replaceMethod(site, parent.userId, payPal),
    ]);
    await drain(site, { times: 2 });
    await due(site, parent, 3);
    expect(asked.filter((one) => one === 'backup').length).toBeLessThan(2);
    expect(await charges(site)).toEqual([14_400, 14_400]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', periodStart: parent.periodEnd });
  });

  test('that is removed while it is being charged is charged with an order, or not at all', async () => {
    const { site, parent } = await withBackup();
    await asking(site, ['first']);
    await declinedOnce(site, parent);
    await Promise.all([tryBackup(site.jobDependencies, { ...parent, attemptId: null }), remove(site, parent)]);
    await drain(site);
    const renewed = await site.dependencies.db
      .selectFrom('orders')
      .select('id')
      .where('purpose', '=', 'RENEWAL')
      .execute();
    expect(await charges(site)).toHaveLength(1 + renewed.length);
    expect((await tokens(site)).backup).toBeUndefined();
  });

  test('whose answer is lost is charged once', async () => {
    const { site, parent } = await withBackup();
    await asking(site, ['first']);
    const { gateway } = site.jobDependencies;
    const sale = gateway.sale;
    gateway.sale = async (request) => {
      const answer = await sale(request);
      return answer.outcome === 'approved' ? { outcome: 'unknown', cause: 'timeout' } : answer;
    };
    await due(site, parent);
    await due(site, parent, 3);
    gateway.sale = sale;
    await settle(site);
    expect(await charges(site)).toEqual([14_400, 14_400]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  });

  test('is charged if the first was removed at the payment company, but never while a bank decides a dispute', async () => {
    const { site, parent } = await withBackup();
    const { db, clock } = site.dependencies;
    const asked = await asking(site, []);
    const first = await db.selectFrom('paymentMethods').select('id').where('isDefault', '=', true).executeTakeFirst();
    await db.transaction().execute((trx) => retireMethod(trx, { id: first?.id ?? '', at: clock.now() }));
    await due(site, parent);
    expect(asked).toEqual(['backup']);

    const other = await withBackup();
    const tried = await asking(other.site, ['first']);
    await declinedOnce(other.site, other.parent);
    const { transactionId } = await other.site.dependencies.db
      .selectFrom('orders')
      .select('transactionId')
      .executeTakeFirstOrThrow();
    const at = other.site.clock.now();
    const form = disputeReport('open', { transactionId: transactionId ?? '', cents: 14_400, at });
    expect((await postReport(other.site, form)).statusCode).toBe(200);
    const report = await other.site.dependencies.db.selectFrom('gatewayNotifications').select('id').executeTakeFirst();
    await jobs['handle-gateway-notification'].run(other.site.jobDependencies, { notificationId: report?.id ?? '' });
    await drain(other.site);
    expect(tried).toEqual(['first']);
  });

  test('stays when the first is replaced, gives way to another backup, and ends with the account', async () => {
    const { site, parent } = await withBackup();
    const { backup: earlier = '' } = await tokens(site);
    await replaceMethod(site, parent.userId, 'fake-valid-visa-nonce');
    await drain(site);
    expect((await billing(site, parent.userId)).backupMethod).toMatchObject({ chargedWhenDeclined: true });
    expect((await keep(site, parent, payPal)).status).toBe(200);
    expect((await billing(site, parent.userId)).backupMethod).toMatchObject({
      type: 'PAYPAL',
      chargedWhenDeclined: false,
    });
    expect((await tokens(site)).retired).toContain(earlier);
    // The same wallet account becomes the first method: there is no backup any more.
    await replaceMethod(site, parent.userId, payPal);
    expect((await billing(site, parent.userId)).backupMethod).toBeNull();
    expect((await keep(site, parent, payPal)).body).toMatchObject({
      code: 'PAYMENT_METHOD_REJECTED',
      message: expect.stringContaining('already on file'),
    });
    await keep(site, parent);
    await closeOnRequest(site, parent.userId);
    await drain(site);
    expect((await tokens(site)).backup).toBeUndefined();
  });

  test('is kept only beside another one', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { nonce: 'fake-paypal-one-time-nonce', change: { paymentType: 'PAYPAL' } });
    expect((await tokens(site)).first).toBeUndefined();
    expect((await keep(site, parent)).body.validationErrors).toMatchObject([{ code: 'payment_method_needed' }]);
    expect((await turn(site, parent, true)).status).toBe(404);
    expect((await remove(site, parent)).status).toBe(200);
  });

  test('is named in the announcement of a renewal once it may be charged', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { announced: false });
    await keep(site, parent);
    for (const [day, chargedWhenDeclined] of [
      [-30, false],
      [-7, true],
    ] as const) {
      await turn(site, parent, chargedWhenDeclined);
      moveClockTo(site, parent.periodEnd, day);
      await runDue(site, { announced: false });
      const [mail = ''] = (await news(site, parent, 0)).slice(-1);
      expect(mail).toContain('renews');
      expect(/If it is declined:? Mastercard ending in 4444/.test(mail)).toBe(chargedWhenDeclined);
    }
  });
});
