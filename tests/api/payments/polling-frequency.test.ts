import { expect, test } from 'vitest';
import { hours, minutes } from '#server/clock.ts';
import { rescheduleEarlier } from '#server/development/queued-jobs.ts';
import { scanBillingJob } from '#server/jobs/billing-jobs.ts';
import { sweepPayments } from '#server/jobs/reconcile-payment.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

/** Advances the time of the rules and of the queue. */
async function pass({ clock, dependencies: { db } }: TestSite, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await db
    .updateTable('clockOffset')
    .set((eb) => ({ aheadMs: eb('aheadMs', '+', milliseconds) }))
    .execute();
  await rescheduleEarlier(db, milliseconds);
}

/** How often something was done in each of several spans of time. */
async function countEach(
  spans: number,
  { count, span }: { count: () => number; span: () => Promise<void> },
): Promise<number[]> {
  const counts: number[] = [];
  for (let index = 0; index < spans; index++) {
    const before = count();
    await span();
    counts.push(count() - before);
  }
  return counts;
}

test('PAY1: a payment with an unknown outcome is reconciled once a minute, however long the gateway does not answer', async () => {
  const site = await openSite();
  const { gateway } = site.jobDependencies;
  let asked = 0;
  gateway.sale = async () => ({ outcome: 'unknown', cause: 'unavailable' });
  gateway.findSale = async () => {
    asked += 1;
    return { outcome: 'unknown', cause: 'unavailable' };
  };
  expect((await submitPayment(site.app, await readyToPay(site.app))).body.outcome).toBe('CONFIRMING');
  const span = async () => {
    await pass(site, minutes(1));
    await sweepPayments.run(site.jobDependencies, {});
    await drain(site);
  };
  expect(await countEach(10, { count: () => asked, span })).toEqual(Array.from({ length: 10 }, () => 1));
});

test('PAY10: a waiting refund is retried as often in its fourth hour as in its first', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const { gateway } = site.jobDependencies;
  let asked = 0;
  gateway.void = async () => ({ outcome: 'refused', reason: 'settled', code: '91507' });
  gateway.refund = async () => {
    asked += 1;
    return { outcome: 'refused', reason: 'not_settled', code: '91506' };
  };
  await send(site.app, { method: 'POST', path: '/v2/account/refund', headers: await signedIn(site, parent.userId) });
  const tenMinutes = async () => {
    await pass(site, minutes(10));
    await scanBillingJob.run(site.jobDependencies, {});
    await drain(site);
  };
  await countEach(hours(1) / minutes(10), { count: () => asked, span: tenMinutes });
  const span = async () => {
    for (let index = 0; index < 6; index++) await tenMinutes();
  };
  expect(await countEach(3, { count: () => asked, span })).toEqual([6, 6, 6]);
});
