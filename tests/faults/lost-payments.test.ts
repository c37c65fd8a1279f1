import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { after, minutes } from '#server/clock.ts';
import type { SaleOutcome } from '#server/gateways/payment/port.ts';
import { reconcilePaymentJob, sweepPayments } from '#server/jobs/reconcile-payment.ts';
import { ledger, setFault } from '../setup/sandbox.ts';
import { price, type Registration, readResult, readyToPay, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';

async function onlyAttempt({ dependencies }: TestSite) {
  return dependencies.db.selectFrom('paymentAttempts').selectAll().executeTakeFirstOrThrow();
}

async function reconcile(site: TestSite): Promise<void> {
  const { id } = await onlyAttempt(site);
  await reconcilePaymentJob.run(site.jobDependencies, { attemptId: id });
}

async function expectPaidOnce(site: TestSite, registration: Registration): Promise<void> {
  const result = await readResult(site.app, registration);
  expect(result.body.outcome).toBe('PAID');
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
  const { db } = site.dependencies;
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('subscriptions').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('users').select('id').where('role', '=', 'PARENT_A').execute()).toHaveLength(1);
}

test('PAY1: a charge whose response is lost is confirmed by the reconciler, with one sale', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  const submitted = await submitPayment(site.app, registration, { quote });
  expect(submitted.body.outcome).toBe('CONFIRMING');
  const again = await submitPayment(site.app, registration, { quote, nonce: 'fake-valid-mastercard-nonce' });
  expect(again.body.outcome).toBe('CONFIRMING');
  await reconcile(site);
  await expectPaidOnce(site, registration);
});

test('PAY1: a lost response is reconciled after ten seconds, while the parent waits', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  await submitPayment(site.app, registration);
  const { rows } = await sql<{
    seconds: number;
  }>`select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where task_identifier = 'reconcile-payment'`.execute(
    site.dependencies.db,
  );
  expect(rows).toEqual([{ seconds: expect.closeTo(10, -1) }]);
});

test('PAY2: nothing was charged: the reconciler waits a minute, then sends again with the same key', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  await setFault(site.sandboxUrl, { kind: 'drop-before', times: 1, matching: 'sale' });
  expect((await submitPayment(site.app, registration, { quote })).body.outcome).toBe('CONFIRMING');
  const { id } = await onlyAttempt(site);
  await reconcile(site);
  expect(await ledger(site.sandboxUrl)).toEqual([]);
  site.clock.advance(minutes(1.1));
  await reconcile(site);
  await expectPaidOnce(site, registration);
  expect((await ledger(site.sandboxUrl))[0]?.orderId).toBe(id);
});

test.each(['before the call', 'after the charge'] as const)(
  'PAY3: killed %s: the next process finishes with one charge, one subscription, one receipt',
  async (moment) => {
    const site = await openSite();
    const { gateway } = site.dependencies;
    const registration = await readyToPay(site.app);
    const quote = await price(site.app, registration);
    // The process dies at this moment: nothing that it would have done next happens.
    const dies = async (request: Parameters<typeof gateway.sale>[0]): Promise<SaleOutcome> => {
      if (moment === 'after the charge') await realSale(request);
      throw new Error('killed');
    };
    const realSale = gateway.sale.bind(gateway);
    gateway.sale = dies;
    const submitted = await submitPayment(site.app, registration, { quote });
    expect(submitted.status).toBe(500);
    gateway.sale = realSale;
    expect((await readResult(site.app, registration)).body.outcome).toBe('CONFIRMING');
    site.clock.advance(minutes(1.1));
    await reconcile(site);
    await expectPaidOnce(site, registration);
    await reconcile(site);
    await expectPaidOnce(site, registration);
  },
);

test('PAY3: killed between the charge and the commit: settling fails, reconciling completes it', async () => {
  const site = await openSite();
  const { db, completions } = site.dependencies;
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  const { approved } = completions.SIGN_UP;
  completions.SIGN_UP.approved = async (trx, settled) => {
    await approved(trx, settled);
    throw new Error('killed');
  };
  expect((await submitPayment(site.app, registration, { quote })).status).toBe(500);
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(0);
  completions.SIGN_UP.approved = approved;
  await reconcile(site);
  await expectPaidOnce(site, registration);
});

test('REL3: an attempt with an unreadable purchase stays unknown, and settles once it can be read', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  await submitPayment(site.app, registration, { quote });
  const { id, purchase } = await onlyAttempt(site);
  const store = (changed: object) =>
    db
      .updateTable('paymentAttempts')
      .set({ purchase: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute();
  const { payer, quote: stored, ...rest } = purchase as Record<string, object>;
  await store({ ...rest, payer, quote: { ...stored, priced: { total: 1 } } });
  await reconcile(site);
  expect((await onlyAttempt(site)).state).toBe('UNKNOWN');
  const mail = site.logged.find((line) => line.includes('stored purchase cannot be read')) ?? '';
  expect(JSON.parse(mail)).toMatchObject({ level: 50, attemptId: id, purpose: 'SIGN_UP' });
  expect(mail).not.toContain(registration.email);
  await store({ ...rest, payer, quote: stored, fromNewerRelease: true });
  await reconcile(site);
  await expectPaidOnce(site, registration);
});

test.each(['429', '503', 'garbage', 'cut'])(
  'PAY10: %s from the gateway causes no crash, no second charge',
  async (kind) => {
    const site = await openSite();
    const registration = await readyToPay(site.app);
    const quote = await price(site.app, registration);
    await setFault(site.sandboxUrl, { kind, times: 1, matching: 'sale' });
    const submitted = await submitPayment(site.app, registration, { quote });
    expect(submitted.body.outcome).toBe('CONFIRMING');
    site.clock.advance(minutes(1.1));
    await reconcile(site);
    await expectPaidOnce(site, registration);
  },
);

test('an attempt whose own job was lost is found by the sweep', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  await submitPayment(site.app, registration, { quote });
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
    site.dependencies.db,
  );
  site.clock.set(after(new Date(), minutes(5)));
  await sweepPayments.run(site.jobDependencies, {});
  await site.startJobs();
  await expect
    .poll(async () => (await readResult(site.app, registration)).body.outcome, { timeout: 8_000 })
    .toBe('PAID');
  await expectPaidOnce(site, registration);
});

test('an expired nonce ends as not charged, and the person can pay again', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const quote = await price(site.app, registration);
  await setFault(site.sandboxUrl, { kind: 'drop-before', times: 1, matching: 'sale' });
  await submitPayment(site.app, registration, { quote });
  site.clock.advance(minutes(181));
  await reconcile(site);
  expect((await readResult(site.app, registration)).body.outcome).toBe('DECLINED');
  expect((await submitPayment(site.app, registration, { key: randomUUID() })).body.outcome).toBe('PAID');
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
});
