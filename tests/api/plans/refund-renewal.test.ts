import { describe, expect, test } from 'vitest';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, book, callRefund, coParent, lastMail } from '../../setup/account-calls.ts';
import { bankSays, latestSale } from '../../setup/providers/payers-bank.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

async function renewed(options: Parameters<typeof subscribe>[1] = {}): Promise<{ site: TestSite; parent: Subscriber }> {
  const site = await openSite();
  const parent = await subscribe(site, options);
  await settleSales(site.sandboxUrl);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  return { site, parent };
}

describe('a renewal’s money back', () => {
  test('CHO5: its receipt promises it, one button returns it and ends the plan; the year before stays paid', async () => {
    const { site, parent } = await renewed();
    expect((await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ')).toContain('Full refund within 14 days');
    expect((await billing(site, parent.userId)).refund).toMatchObject({
      amount: 14_400,
      until: addDays(parent.periodEnd, 14),
      stopsPaying: false,
    });
    expect((await callRefund(site, parent.userId)).body.amount).toBe(14_400);
    await drain(site, { times: 2 });
    expect(await book(site)).toEqual([
      ['sale', 14_400],
      ['sale', 14_400],
      ['void', 14_400],
    ]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'REFUNDED', autoRenew: false });
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel refund of US$144.00');
    expect((await callRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
  });

  test.each([
    [14, 200],
    [15, 409],
  ])('CHO5: %i days after its charge it answers %i', async (count, status) => {
    const { site, parent } = await renewed();
    moveClockTo(site, parent.periodEnd, count);
    expect((await callRefund(site, parent.userId)).status).toBe(status);
  });

  test('CHO5: the days count from a late charge, not from the day it was due', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    const { gateway } = site.jobDependencies;
    const realSale = gateway.sale;
    gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    gateway.sale = realSale;
    const { retryOn } = await subscriptionOf(site, parent);
    if (retryOn === null) throw new Error('The renewal was not declined');
    expect((await callRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    moveClockTo(site, retryOn);
    await runDue(site);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ until: addDays(retryOn, 14) });
  });

  test('CHO5: an upgrade of the renewed term is refunded with it', async () => {
    const { site, parent } = await renewed();
    await upgrade(site, parent, { packageId: 1002 });
    // Premium, 19,800, less the whole of Essentials, which was renewed that day.
    expect((await book(site)).map(([, cents]) => cents)).toEqual([14_400, 14_400, 5_400]);
    expect((await callRefund(site, parent.userId)).body.amount).toBe(19_800);
  });

  test('CHO5: an upgrade of the year before is not', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await upgrade(site, parent, { packageId: 1002 });
    await settleSales(site.sandboxUrl);
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect((await book(site)).map(([, cents]) => cents)).toEqual([14_400, 5_400, 19_800]);
    expect((await callRefund(site, parent.userId)).body.amount).toBe(19_800);
  });

  test('CHO5: ten tabs and support at once return it once', async () => {
    const { site, parent } = await renewed();
    const { id: orderId, transactionId } = await latestSale(site, parent.userId);
    const part = { orderId, userId: parent.userId, transactionId: transactionId ?? '', amountCents: 14_400 };
    const bySupport = site.dependencies.db
      .transaction()
      .execute((trx) => requestRefund(trx, { ...part, reason: 'BY_SUPPORT', at: site.clock.now() }))
      .catch((error: { constraint?: string }) => {
        expect(error.constraint).toBe('refunds_within_total');
      });
    const tabs = await Promise.all(Array.from({ length: 10 }, () => callRefund(site, parent.userId)));
    await bySupport;
    expect(tabs.filter(({ status }) => status === 200).length).toBeLessThan(2);
    await drain(site, { times: 2, atOnce: 4 });
    expect((await book(site)).filter(([kind]) => kind !== 'sale')).toEqual([['void', 14_400]]);
  });

  test('CHO5: while the bank decides about it nothing is returned', async () => {
    const { site, parent } = await renewed();
    await bankSays(site, parent.userId, 'open');
    expect((await billing(site, parent.userId)).refund).toBeNull();
    expect((await callRefund(site, parent.userId)).body.code).toBe('PAYMENT_DISPUTED');
  });

  test('CHO5: a co-parent keeps the renewal that was paid for them, and is told that it was the last', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, parent);
    await settleSales(site.sandboxUrl);
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 14_400, kept: 0, stopsPaying: true });
    expect((await callRefund(site, parent.userId)).body.amount).toBe(14_400);
    expect((await callRefund(site, other.userId)).body.code).toBe('NOT_REFUNDABLE');
    await drain(site);
    expect(await subscriptionOf(site, other)).toMatchObject({ state: 'CURRENT', autoRenew: false });
    const told = (await mailsInOrder(site, parent.coParentEmail)).at(-1)?.text.replaceAll(/\s+/g, ' ');
    expect(told).toContain('It does not renew after that');
    expect((await book(site)).filter(([kind]) => kind === 'void')).toEqual([['void', 14_400]]);
  });

  test('CHO5: staff return it and end the plan in one action, once beside its payer', async () => {
    const { site, parent } = await renewed();
    const headers = await staffHeaders(site, ['BILLING']);
    const action = { action: 'REFUND_AND_END', subject: parent.subscriptionId } as const;
    expect(offerOf(await viewPerson(site, headers, parent.userId), 'REFUND_AND_END')).toBeDefined();
    const [staff, own] = await Promise.all([
      performAction(site, headers, parent.userId, action),
      callRefund(site, parent.userId),
    ]);
    expect([staff.statusCode, own.status].toSorted()).toEqual([200, 409]);
    await drain(site, { times: 2 });
    expect((await book(site)).filter(([kind]) => kind !== 'sale')).toEqual([['void', 14_400]]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'REFUNDED' });
  });

  test('CHO5: who begins again after it is not offered the new year’s money', async () => {
    const { site, parent } = await renewed();
    await callRefund(site, parent.userId);
    await drain(site);
    await (await atRestart(site, parent))();
    expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT' });
    expect((await billing(site, parent.userId)).refund).toBeNull();
  });
});
