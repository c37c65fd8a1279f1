import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BundleOffer, CodeBundle } from '#contract/api/professionals/code-bundles.ts';
import type { UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import type { Day } from '#contract/fields/day.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { withdrawUnpaidOrder } from '#server/payment-events/withdraw-unpaid-order.ts';
import { addDays, dueDay } from '#server/subscriptions/calendar.ts';
import { charges } from '../../setup/account-calls.ts';
import { untilLockIsWaitedFor } from '../../setup/database/lock-waits.ts';
import { ask, openFamily, payPlan, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, signedIn } from '../../setup/subscriber.ts';

/** Days pass between the calls of a test, so each one signs in first. */
const callSignedIn = async <T>(site: TestSite, { userId }: SignedIn, path: string, call?: Parameters<typeof ask>[3]) =>
  ask<T>(site, { headers: await signedIn(site, userId) }, path, call);
const unpaidOf = async (site: TestSite, professional: SignedIn) =>
  (await callSignedIn<{ orders: UnpaidOrder[] }>(site, professional, '/unpaid-orders')).body.orders;
const statesOf = async ({ dependencies: { db } }: TestSite) =>
  (await db.selectFrom('subscriptions').select('state').orderBy('id').execute()).map(({ state }) => state);
const declineMailTexts = async (site: TestSite, { email }: { email: string }) =>
  (await mailsInOrder(site, email))
    .filter(({ subject }) => subject.includes('did not go through'))
    .map(({ text }) => text);

function payAgain(site: TestSite, professional: SignedIn, { orderId, total }: UnpaidOrder, amount = total) {
  const payment = { amountDisplayed: amount, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-mastercard-nonce' };
  return callSignedIn<{ outcome: string; code: string; givenBack: number }>(
    site,
    professional,
    `/unpaid-orders/${orderId}/payments`,
    { body: { payment }, headers: { 'idempotency-key': randomUUID() } },
  );
}

async function latestSale({ dependencies: { db } }: TestSite): Promise<string> {
  const paid = db.selectFrom('orders').select('transactionId').where('transactionId', 'is not', null);
  return (await paid.orderBy('id', 'desc').executeTakeFirstOrThrow()).transactionId ?? '';
}

/** Declines its latest sale in settlement two days later, and reports it. */
async function declineLatest(site: TestSite): Promise<Day> {
  await drain(site);
  site.clock.advance(2 * 24 * 60 * 60_000);
  await reported(site, await latestSale(site), 2);
  return dueDay(site.clock.now(), 'America/Chicago');
}

/** A plan for two parents, or for the first alone, who has joined, whose payment failed to settle. */
async function unpaidPlan(forParents = 2) {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [joined = '', other = ''] = parents.map(({ userId }) => userId);
  await payPlan(site, professional, familyId, { parentIds: [joined, other].slice(0, forParents) });
  const { email } = await site.dependencies.db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: 'marta.obrien' })
    .where('id', '=', joined)
    .returning('email')
    .executeTakeFirstOrThrow();
  const parent = { userId: joined, email: email ?? '' };
  return { site, professional, familyId, parent, other, today: await declineLatest(site) };
}

/** Five purchased codes. */
async function boughtBundle() {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const started = await callSignedIn<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  const { bundleId, offer } = started.body;
  const payment = { amountDisplayed: offer.totalCents, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-visa-nonce' };
  await callSignedIn(site, professional, `/code-bundles/${bundleId}/payments`, {
    body: { payment },
    headers: { 'idempotency-key': randomUUID() },
  });
  const shown = await callSignedIn<{ codes: string[] }>(site, professional, `/code-bundles/${bundleId}/codes`, {
    method: 'POST',
  });
  const refundUnused = () => callSignedIn(site, professional, `/code-bundles/${bundleId}/refund`, { method: 'POST' });
  return { site, professional, codes: shown.body.codes, refundUnused };
}

/** Five codes whose payment failed to settle. */
async function unpaidBundle() {
  const bought = await boughtBundle();
  return { ...bought, today: await declineLatest(bought.site) };
}

const payWithCode = async (site: TestSite, code: string | undefined, packageId = 1001) =>
  submitPayment(site.app, await readyToPay(site.app), { codes: [code ?? ''], nonce: null, packageId });

test('a professional’s plan whose settlement is declined is reported by mail and page, and is paid again exactly once by twenty tabs', async () => {
  const { site, professional, parent, today } = await unpaidPlan();
  const [unpaid, ...more] = await unpaidOf(site, professional);
  if (!unpaid) throw new Error('Nothing is unpaid');
  expect(more).toEqual([]);
  const [agreed] = await charges(site);
  expect(unpaid).toMatchObject({ purpose: 'PROFESSIONAL_PLAN', until: addDays(today, 7), total: agreed });
  const [told, ...again] = await declineMailTexts(site, professional);
  expect([told?.includes('continue until'), again]).toEqual([true, []]);
  const latest = await callSignedIn(site, professional, `/unpaid-orders/${unpaid.orderId}/payment`);
  expect(latest.body).toEqual({ outcome: 'NONE' });
  expect((await payAgain(site, professional, unpaid, 1)).body.code).toBe('QUOTE_CHANGED');
  expect((await payAgain(site, await signedInProfessional(site), unpaid)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 20 }, () => payAgain(site, professional, unpaid)));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await drain(site, { times: 2 });
  expect(await charges(site)).toEqual([agreed, agreed]);
  expect(await unpaidOf(site, professional)).toEqual([]);
  // A dispute or refund of the second payment finds what it paid for.
  const paidBy = site.dependencies.db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(1);
  const periods = site.dependencies.db
    .selectFrom('subscriptionPeriods')
    .select('orderId')
    .where('orderId', 'in', paidBy);
  expect(await periods.execute()).toHaveLength(2);
  moveClockTo(site, today, 8);
  await runDue(site);
  expect(await statesOf(site)).toEqual(['CURRENT', 'CURRENT']);
  expect(await declineMailTexts(site, parent)).toEqual([]);
  await jobs['compare-settlement'].run(site.jobDependencies, {});
  const open = site.dependencies.db.selectFrom('settlementDifferences').select('kind').where('resolvedAt', 'is', null);
  expect(await open.execute()).toEqual([]);
});

test('of a repeated payment for a plan and another plan for the same family, submitted at once, one is paid and the other refused', async () => {
  const { site, professional, familyId, other } = await unpaidPlan(1);
  const { db } = site.dependencies;
  const [unpaid] = await unpaidOf(site, professional);
  if (!unpaid) throw new Error('Nothing is unpaid');
  const later = { ...professional, headers: await signedIn(site, professional.userId) };
  const { submitted } = await db.transaction().execute(async (trx) => {
    await sql`lock table payment_attempts in share mode`.execute(trx);
    const calls = [payAgain(site, professional, unpaid), payPlan(site, later, familyId, { parentIds: [other] })];
    // Each has searched for attempts, or waits for the other to store one.
    await untilLockIsWaitedFor(db, 2);
    return { submitted: Promise.all(calls) };
  });
  const answers = (await submitted).map(({ status, body }) => [status, body.outcome ?? body.code]);
  expect(answers.toSorted()).toEqual([
    [200, 'PAID'],
    [409, 'PAYMENT_IN_PROGRESS'],
  ]);
  expect(await charges(site)).toHaveLength(2);
});

test('a professional’s plan that is not paid again ends after seven days; a parent who has joined only learns that it ended', async () => {
  const { site, professional, parent, today } = await unpaidPlan();
  const before = (await mailsInOrder(site, parent.email)).length;
  moveClockTo(site, today, 6);
  await runDue(site);
  expect(await statesOf(site)).toEqual(['CURRENT', 'CURRENT']);
  moveClockTo(site, today, 7);
  await runDue(site);
  expect(await statesOf(site)).toEqual(['LAPSED', 'LAPSED']);
  const news = (await mailsInOrder(site, parent.email)).slice(before);
  expect(news).toHaveLength(1);
  expect(news[0]?.text).not.toMatch(/bank|settle|approved|declined|US\$/i);
  expect((await declineMailTexts(site, professional)).at(-1)).toContain('was not paid again');
  expect((await charges(site)).length).toBe(1);
});

test('a payment confirmed after its plan has ended is refunded in full', async () => {
  const { site, professional, today } = await unpaidPlan();
  const [unpaid] = await unpaidOf(site, professional);
  if (!unpaid) throw new Error('Nothing is unpaid');
  const { gateway, db } = site.jobDependencies;
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    gateway.sale = realSale;
    moveClockTo(site, today, 7);
    // During a payment nothing is withdrawn; staff end it manually.
    await withdrawUnpaidOrder(site.jobDependencies, { orderId: unpaid.orderId });
    expect(await statesOf(site)).toEqual(['CURRENT', 'CURRENT']);
    await db.updateTable('orders').set({ withdrawnAt: site.clock.now() }).where('id', '=', unpaid.orderId).execute();
    return realSale(request);
  };
  expect((await payAgain(site, professional, unpaid)).body).toMatchObject({ outcome: 'PAID', givenBack: unpaid.total });
});

test('when a bundle is not paid again unused codes stop working, used ones stay good', async () => {
  const { site, professional, codes, today } = await unpaidBundle();
  expect((await declineMailTexts(site, professional))[0]).toContain('Its codes work until');
  expect((await payWithCode(site, codes[0])).body.outcome).toBe('PAID');
  moveClockTo(site, today, 7);
  await runDue(site);
  const { bundles } = (await callSignedIn<{ bundles: CodeBundle[] }>(site, professional, '/code-bundles')).body;
  expect(bundles[0]).toMatchObject({ unused: 0, codesToShow: false });
  expect(bundles[0]?.codes.map(({ state }) => state).sort()).toEqual(['USED', ...Array(4).fill('WITHDRAWN')]);
  expect((await payWithCode(site, codes[1])).status).toBe(400);
  expect((await statesOf(site)).filter((state) => state === 'CURRENT')).toHaveLength(1);
  expect((await declineMailTexts(site, professional)).at(-1)).toContain('Used codes stay valid');
});

test('a bundle that is paid again keeps the same codes', async () => {
  const { site, professional, codes, today } = await unpaidBundle();
  const [unpaid] = await unpaidOf(site, professional);
  if (!unpaid) throw new Error('Nothing is unpaid');
  expect((await payAgain(site, professional, unpaid)).body.outcome).toBe('PAID');
  moveClockTo(site, today, 8);
  await runDue(site);
  expect((await payWithCode(site, codes[4])).body.outcome).toBe('PAID');
  expect(await charges(site)).toEqual([68_400, 68_400]);
});

test('only the used code of an unpaid bundle is paid again if the unused ones were refunded before', async () => {
  const { site, professional, codes, refundUnused } = await boughtBundle();
  expect((await payWithCode(site, codes[0])).body.outcome).toBe('PAID');
  expect((await refundUnused()).body).toMatchObject({ codes: 4, amount: 54_720 });
  await declineLatest(site);
  const agreed = { total: 13_680, lines: [{ amount: 68_400 }, { label: 'Codes refunded', amount: -54_720 }] };
  const [unpaid] = await unpaidOf(site, professional);
  if (!unpaid) throw new Error('Nothing is unpaid');
  expect(unpaid).toMatchObject(agreed);
  expect((await declineMailTexts(site, professional))[0]).toContain('you can pay US$136.80');
  expect((await payAgain(site, professional, unpaid, 68_400)).body.code).toBe('QUOTE_CHANGED');
  expect((await payAgain(site, professional, unpaid)).body).toMatchObject({ outcome: 'PAID', givenBack: 0 });
  expect(await charges(site)).toEqual([68_400, 13_680]);
  await declineLatest(site);
  expect(await unpaidOf(site, professional)).toMatchObject([agreed]);
});

test('an unpaid bundle is not paid again if all its codes were refunded before', async () => {
  const { site, professional, refundUnused } = await boughtBundle();
  expect((await refundUnused()).body).toMatchObject({ codes: 5, amount: 68_400 });
  await reported(site, await latestSale(site));
  expect(await unpaidOf(site, professional)).toEqual([]);
  moveClockTo(site, dueDay(site.clock.now(), 'America/Chicago'), 8);
  await runDue(site);
  expect(await declineMailTexts(site, professional)).toEqual([
    expect.stringContaining('Nothing is charged in its place'),
  ]);
  expect(await site.dependencies.db.selectFrom('refunds').select('state').execute()).toEqual([{ state: 'WITHDRAWN' }]);
});
