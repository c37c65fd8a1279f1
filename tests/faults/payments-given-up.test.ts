import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { reconcileAttempt } from '#server/checkout/take-payment.ts';
import { minutes, seconds } from '#server/clock.ts';
import { isEnqueued } from '#server/db/job-queue.ts';
import { reconcilePaymentJob, voidLateChargeJob } from '#server/jobs/reconcile-payment.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { book } from '../setup/account-calls.ts';
import { lookUp } from '../setup/providers/card-holder.ts';
import { heldSales } from '../setup/providers/held-sales.ts';
import { allowIdempotencyKeys, ledger, setFault, settleSales } from '../setup/sandbox.ts';
import { price, type Registration, readResult, readyToPay, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { drain, moveClockTo, subscribe, subscriptionOf } from '../setup/subscriber.ts';

const firstAttempt = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('paymentAttempts').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow();
const outcomeOf = async (site: TestSite, registration: Registration) =>
  (await readResult(site.app, registration)).body.outcome;

async function reconcile(site: TestSite): Promise<void> {
  await reconcilePaymentJob.run(site.jobDependencies, { attemptId: (await firstAttempt(site)).id });
}

async function lookForLateCharge(site: TestSite): Promise<void> {
  await voidLateChargeJob.run(site.jobDependencies, { attemptId: (await firstAttempt(site)).id });
}

test('M10: refused twice by the gateway, a minute apart: nothing was charged, the payer is notified and pays in another way', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const key = randomUUID();
  await setFault(site.sandboxUrl, { kind: '503', times: 2, matching: 'sale' });
  expect((await submitPayment(site.app, registration, { key })).body.outcome).toBe('CONFIRMING');
  site.clock.advance(seconds(50));
  await reconcile(site);
  expect(await outcomeOf(site, registration)).toBe('CONFIRMING');
  site.clock.advance(seconds(11));
  await reconcile(site);
  site.clock.advance(seconds(2));
  await reconcile(site);
  const told = await readResult(site.app, registration, key);
  expect(told.body).toMatchObject({ outcome: 'DECLINED', code: 'not_charged' });
  expect(JSON.stringify(told.body)).toContain('Nothing was charged. Pay again, or use another payment method.');
  expect(
    (
      await submitPayment(site.app, registration, {
        nonce: 'fake-venmo-account-nonce',
        change: { paymentType: 'VENMO' },
      })
    ).body.outcome,
  ).toBe('PAID');
  site.clock.advance(minutes(6));
  await lookForLateCharge(site);
  expect(await book(site)).toEqual([['sale', 14_400]]);
});

test('M10: while the gateway cannot be searched no other payment is possible', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await setFault(site.sandboxUrl, { kind: '503', times: 50 });
  const quote = await price(site.app, registration);
  await submitPayment(site.app, registration, { quote });
  for (const minute of [1.1, 1.1, 1.1]) {
    site.clock.advance(minutes(minute));
    await reconcile(site);
  }
  expect((await submitPayment(site.app, registration, { quote })).body.outcome).toBe('CONFIRMING');
  expect(await site.dependencies.db.selectFrom('paymentAttempts').select('id').execute()).toHaveLength(1);
});

test('M10: two sends without a response: given up a minute after the second, not earlier', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await setFault(site.sandboxUrl, { kind: 'drop-before', times: 2, matching: 'sale' });
  await submitPayment(site.app, registration);
  site.clock.advance(minutes(1.1));
  await reconcile(site);
  site.clock.advance(seconds(50));
  await reconcile(site);
  expect(await outcomeOf(site, registration)).toBe('CONFIRMING');
  site.clock.advance(seconds(11));
  await reconcile(site);
  expect(await outcomeOf(site, registration)).toBe('DECLINED');
  expect(await firstAttempt(site)).toMatchObject({ sends: 2, state: 'REJECTED' });
  expect(await ledger(site.sandboxUrl)).toEqual([]);
});

test.each([
  ['voided', 'void', async () => undefined],
  ['refunded once it has settled', 'refund', ({ sandboxUrl }: TestSite) => settleSales(sandboxUrl)],
] as const)('M10: a first charge that arrives after another has paid is %s once', async (_, kind, meanwhile) => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const sales = heldSales(site);
  await submitPayment(site.app, registration);
  for (const _round of [1, 2]) {
    site.clock.advance(minutes(1.1));
    await reconcile(site);
  }
  expect(await outcomeOf(site, registration)).toBe('DECLINED');
  sales.flow();
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
  await sales.arrive();
  await meanwhile(site);
  site.clock.advance(minutes(5.1));
  for (const _time of [1, 2]) await lookForLateCharge(site);
  expect((await book(site)).map(([entry]) => entry)).toEqual(['sale', 'sale', kind]);
  expect((await ledger(site.sandboxUrl)).at(-1)?.orderId).toBe((await firstAttempt(site)).id);
  expect(site.logged.join()).toContain('late charge reversed');
  expect(await outcomeOf(site, registration)).toBe('PAID');
});

test('M10: a charge whose response was lost is voided if a second send is rejected and another payment was made', async () => {
  const site = await openSite();
  const { gateway, db } = site.dependencies;
  const registration = await readyToPay(site.app);
  await allowIdempotencyKeys(site.sandboxUrl, false);
  const realSearch = gateway.findSale;
  gateway.findSale = async () => ({ outcome: 'absent' });
  const nonce = await lookUp(site, { nonce: null, cents: 14_400 });
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    gateway.sale = realSale;
    await realSale(request);
    return { outcome: 'unknown', cause: 'timeout' };
  };
  expect((await submitPayment(site.app, registration, { nonce })).body.outcome).toBe('CONFIRMING');
  site.clock.advance(minutes(1.1));
  await reconcile(site);
  const attempt = await firstAttempt(site);
  expect(attempt).toMatchObject({ sends: 2, state: 'REJECTED' });
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
  gateway.findSale = realSearch;
  expect(await isEnqueued(db, `void-late:${attempt.id}`)).toBe(true);
  await lookForLateCharge(site);
  expect((await book(site)).map(([entry]) => entry)).toEqual(['sale', 'sale', 'void']);
  expect((await ledger(site.sandboxUrl)).at(-1)?.orderId).toBe(attempt.id);
});

test('M10: a charge by a process paused while sending, after the payment was resolved, is reversed at once', async () => {
  const site = await openSite();
  const { gateway } = site.dependencies;
  const registration = await readyToPay(site.app);
  const realSale = gateway.sale.bind(gateway);
  let wake: (() => void) | undefined;
  let sent: (() => void) | undefined;
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const isSending = new Promise<void>((resolve) => {
    sent = resolve;
  });
  gateway.sale = async (request) => {
    gateway.sale = async () => ({ outcome: 'unknown', cause: 'timeout' });
    sent?.();
    await asleep;
    return realSale(request);
  };
  const submitted = submitPayment(site.app, registration);
  await isSending;
  for (const _round of [1, 2]) {
    site.clock.advance(minutes(1.1));
    await reconcile(site);
  }
  expect(await outcomeOf(site, registration)).toBe('DECLINED');
  gateway.sale = realSale;
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
  wake?.();
  await submitted;
  await lookForLateCharge(site);
  expect((await book(site)).map(([entry]) => entry)).toEqual(['sale', 'sale', 'void']);
});

test('M10: a renewal is resent until the gateway accepts it; a rejection without processing is no decline', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site, { mails: false });
  moveClockTo(site, parent.periodEnd);
  await setFault(site.sandboxUrl, { kind: '503', times: 4, matching: 'sale' });
  await renewSubscription(site.jobDependencies, parent);
  const { db } = site.dependencies;
  const { id: attemptId } = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('purpose', '=', 'RENEWAL')
    .executeTakeFirstOrThrow();
  for (const _send of [2, 3, 4]) {
    site.clock.advance(minutes(1.1));
    await reconcileAttempt(site.jobDependencies, attemptId);
    expect(await subscriptionOf(site, parent)).toMatchObject({
      state: 'CURRENT',
      declinedOn: null,
      periodEnd: parent.periodEnd,
    });
  }
  site.clock.advance(minutes(1.1));
  await reconcileAttempt(site.jobDependencies, attemptId);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  expect(await book(site)).toEqual([
    ['sale', 14_400],
    ['sale', 14_400],
  ]);
});

test('M10: twenty submissions and twenty reconcilers with a slow gateway: no second payment before the first ends, and one sale', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  await setFault(site.sandboxUrl, { kind: '503', times: 1, matching: 'sale' });
  await submitPayment(site.app, registration, { quote });
  const { id: attemptId } = await firstAttempt(site);
  const everybody = () =>
    Promise.all([
      ...Array.from({ length: 20 }, () => reconcileAttempt(site.jobDependencies, attemptId)),
      ...Array.from({ length: 20 }, () => submitPayment(site.app, registration, { quote })),
    ]);
  site.clock.advance(minutes(1.1));
  await setFault(site.sandboxUrl, { kind: '503', times: 1, matching: 'sale' });
  await everybody();
  expect((await firstAttempt(site)).sends).toBe(2);
  site.clock.advance(seconds(3));
  await setFault(site.sandboxUrl, { kind: 'latency', times: 2, matching: 'sale' });
  await everybody();
  await submitPayment(site.app, registration, { quote });
  const attempts = await site.dependencies.db.selectFrom('paymentAttempts').select('state').orderBy('id').execute();
  expect(attempts.map(({ state }) => state)).toEqual(['REJECTED', 'APPROVED']);
  expect(await book(site)).toEqual([['sale', 14_400]]);
});
