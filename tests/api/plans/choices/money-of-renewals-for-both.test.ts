import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mergeAccounts, separateAccounts } from '#server/account/merge-accounts.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import {
  askToClose,
  billing,
  book,
  callRefund,
  charges,
  lastMail,
  replaceMethod,
  setRenewal,
} from '../../../setup/account-calls.ts';
import { issueCode, payWithCode } from '../../../setup/codes/own-codes.ts';
import { asking, keep, turn } from '../../../setup/methods/backup-method.ts';
import { runWaiting } from '../../../setup/methods/invoices-elsewhere.ts';
import { publishPrices } from '../../../setup/price-versions.ts';
import { reported } from '../../../setup/providers/declined-settlement.ts';
import { choices, choose, cover, coverShown, decline, uncover } from '../../../setup/renewal-choices.ts';
import { atRestart } from '../../../setup/restart-calls.ts';
import { settleSales } from '../../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../../setup/site.ts';
import { performAction, staffHeaders } from '../../../setup/staff.ts';
import { sharePhone } from '../../../setup/staff-targets.ts';
import {
  announceAll,
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../../setup/subscriber.ts';
import { family, type Parent } from '../../../setup/two-parents.ts';
import { priceOf, upgrade } from '../../../setup/upgrade-calls.ts';

/** Two parents of whom only the first has a plan, whose renewal pays for both. */
async function coveringFamily() {
  const parents = await family('each');
  const { site, A, B } = parents;
  await callRefund(site, B.userId);
  await drain(site);
  await cover(site, A);
  await drain(site);
  return {
    site,
    A: { ...A, coParentEmail: B.email } as Parent & Subscriber,
    B,
    day: (await subscriptionOf(site, A)).periodEnd,
  };
}

async function renewOn(site: TestSite, day: Subscriber['periodEnd'], count = 0) {
  moveClockTo(site, day, count);
  await runDue(site);
}

const plansOf = ({ dependencies: { db } }: TestSite, { userId }: Parent) =>
  db.selectFrom('subscriptions').selectAll().where('userId', '=', userId).orderBy('id').execute();
const ofB = async (site: TestSite, B: Parent) => (await plansOf(site, B)).slice(1);
const renewals = async (site: TestSite) => (await charges(site)).slice(2);

test('CHO14: a renewal for both that is declined begins no plan, is tried again, and then pays for both, once', async () => {
  const { site, A, B, day } = await coveringFamily();
  const { gateway } = site.jobDependencies;
  const sale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
  await renewOn(site, day);
  expect(await ofB(site, B)).toEqual([]);
  expect((await billing(site, B.userId)).coveredFrom).toBeNull();
  expect((await lastMail(site, B))?.text).not.toContain('declined');
  // Too late, and not because the payer was declined: nobody learns that.
  expect(await decline(site, B.userId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  gateway.sale = sale;
  await renewOn(site, day, 3);
  expect(await renewals(site)).toEqual([28_800]);
  expect(await ofB(site, B)).toMatchObject([{ state: 'CURRENT', payerUserId: A.userId }]);
  await renewOn(site, day, 10);
  expect(await renewals(site)).toEqual([28_800]);
});

test('CHO14: the payer has their half of such a renewal refunded; what was paid for the co-parent stays theirs', async () => {
  const { site, A, B, day } = await coveringFamily();
  await renewOn(site, day);
  await settleSales(site.sandboxUrl);
  expect((await billing(site, A.userId)).refund).toMatchObject({ amount: 14_400, kept: 14_400 });
  expect((await callRefund(site, A.userId)).body.amount).toBe(14_400);
  await drain(site);
  expect((await book(site)).slice(-2)).toEqual([
    ['sale', 28_800],
    ['refund', 14_400],
  ]);
  expect(await ofB(site, B)).toMatchObject([
    { state: 'CURRENT', autoRenew: false, periodEnd: anniversary(day, 1), payerUserId: A.userId },
  ]);
  expect((await billing(site, B.userId)).refund).toBeNull();
});

test('CHO14: such a renewal that does not settle is due again for each plan, at its part', async () => {
  const { site, A, B, day } = await coveringFamily();
  await renewOn(site, day);
  const { transactionId } = await site.dependencies.db
    .selectFrom('orders')
    .select('transactionId')
    .where('totalCents', '=', 28_800)
    .executeTakeFirstOrThrow();
  await reported(site, transactionId ?? '');
  expect((await billing(site, A.userId)).subscriptions).toMatchObject([
    { waiting: { because: 'SETTLEMENT' }, renewal: { amount: 14_400 } },
    { waiting: { because: 'SETTLEMENT' }, renewal: { amount: 14_400 } },
  ]);
  await replaceMethod(site, A.userId);
  await drain(site);
  await runDue(site);
  expect(await renewals(site)).toEqual([28_800, 14_400, 14_400]);
  expect(await ofB(site, B)).toMatchObject([{ state: 'CURRENT', periodEnd: anniversary(day, 1) }]);
});

test('CHO14: a code pays the payer’s own year alone, and the co-parent is told', async () => {
  const { site, A, B, day } = await coveringFamily();
  moveClockTo(site, day, -10);
  await issueCode(site, 28_800);
  expect((await payWithCode(site, A, 14_400)).status).toBe(200);
  await drain(site);
  expect((await lastMail(site, B))?.subject).toBe('An update on your plan');
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([]);
  expect(await ofB(site, B)).toEqual([]);
});

test('CHO14: an upgrade, and another plan for the renewal, are then paid for both', async () => {
  const { site, A, B, day } = await coveringFamily();
  expect((await priceOf(site, A, { packageId: 1002 })).body.renewals).toMatchObject([{ amount: 39_600 }]);
  expect((await upgrade(site, A, { packageId: 1002 })).body.outcome).toBe('PAID');
  expect((await billing(site, A.userId)).subscriptions[0]).toMatchObject({
    renewal: { amount: 39_600 },
    alsoFor: { isChosen: true },
  });
  const { body: offered } = await choices(site, A);
  expect([offered.forBoth, offered.packages.find(({ id }) => id === 1001)?.atRenewal.amount]).toEqual([true, 28_800]);
  expect((await choose(site, A, { packageId: 1012 })).body.plan).toMatchObject({ amount: 72_000 });
  expect(await coverShown(site, A)).toMatchObject({ bothFormatted: 'US$720.00', aloneFormatted: 'US$360.00' });
  await renewOn(site, day);
  expect((await renewals(site)).at(-1)).toBe(72_000);
  for (const plan of [await subscriptionOf(site, A), ...(await ofB(site, B))])
    expect(plan).toMatchObject({ packageId: 1012, periodEnd: anniversary(day, 2) });
});

test('CHO14: a payer who cancels or closes pays for nobody, and a cancellation tells the co-parent', async () => {
  const { site, A, B, day } = await coveringFamily();
  await setRenewal(site, A.userId, A.subscriptionId, false);
  await drain(site);
  expect((await lastMail(site, B))?.subject).toBe('An update on your plan');
  expect((await billing(site, B.userId)).coveredFrom).toBeNull();
  await setRenewal(site, A.userId, A.subscriptionId, true);
  expect(await coverShown(site, A)).toMatchObject({ isChosen: false });
  await cover(site, A);
  await askToClose(site, B.userId);
  moveClockTo(site, day, -300);
  await runDue(site);
  expect(await coverShown(site, A)).toBeNull();
  expect((await billing(site, A.userId)).subscriptions[0]?.renewal?.amount).toBe(14_400);
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400]);
});

test('CHO12: days that staff add move such a renewal, and tell the co-parent of the new day', async () => {
  const { site, A, B, day } = await coveringFamily();
  const until = addDays(day, 20);
  const act = { action: 'EXTEND_PLAN', subject: A.subscriptionId, inputs: { days: 20 } } as const;
  expect((await performAction(site, await staffHeaders(site, ['ADMIN']), A.userId, act)).statusCode).toBe(200);
  await drain(site);
  expect((await lastMail(site, B))?.subject).toBe(`Your plan from ${longDate(until, { language: 'en' })}`);
  expect((await billing(site, B.userId)).coveredFrom).toBe(until);
});

test('CHO14: nobody pays a year for a co-parent whose account is about to close', async () => {
  const { site, B, day } = await coveringFamily();
  moveClockTo(site, day, -10);
  expect((await askToClose(site, B.userId)).status).toBe(200);
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400]);
});

test('CHO14: both parents choose it for each other: each pays their own plan, once', async () => {
  const { site, A, B } = await family('each');
  const { periodEnd: day } = await subscriptionOf(site, A);
  const both: Parent[] = [A, B];
  for (const { status } of await Promise.all(both.map((one) => cover(site, one)))) expect(status).toBe(200);
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400, 14_400]);
  for (const one of both)
    expect(await subscriptionOf(site, one)).toMatchObject({ payerUserId: one.userId, periodEnd: anniversary(day, 1) });
});

test('CHO14: a closed duplicate of the co-parent keeps nobody from being paid for', async () => {
  const { site, A, B, day } = await coveringFamily();
  const duplicate = {
    id: '01900000-0000-7000-8000-000000000001',
    status: 'CLOSED',
    email: 'duplicate@example.com',
    email_normalised: 'duplicate@example.com',
    username: null,
    gateway_customer_id: null,
  };
  await sql`insert into users select (jsonb_populate_record(users, ${JSON.stringify(duplicate)}::jsonb)).*
    from users where id = ${B.userId}`.execute(site.dependencies.db);
  expect(duplicate.id < B.userId).toBe(true);
  expect(await coverShown(site, A)).toMatchObject({ isChosen: true });
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([28_800]);
});

test('CHO14: a backup method that must wait for the co-parent’s own payment is charged after it, for one', async () => {
  const { site, A, B, day } = await coveringFamily();
  expect((await keep(site, A)).status).toBe(200);
  expect((await turn(site, A, true)).status).toBe(200);
  const asked = await asking(site, ['first']);
  moveClockTo(site, day);
  await announceAll(site);
  const restart = await atRestart(site, B, 'fake-valid-visa-nonce');
  await renewSubscription(site.jobDependencies, A);
  const { gateway } = site.jobDependencies;
  const sale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'unknown' }) as never;
  await restart();
  gateway.sale = sale;
  await drain(site);
  expect(asked).toEqual(['first']);
  const open = site.dependencies.db.updateTable('paymentAttempts').set({ state: 'DECLINED' });
  await open.where('state', '=', 'UNKNOWN').execute();
  expect((await restart()).body.outcome).toBe('PAID');
  await runWaiting(site);
  expect(asked).toEqual(['first', 'another', 'backup']);
  expect((await renewals(site)).toSorted()).toEqual([14_400, 14_400]);
  expect(await subscriptionOf(site, A)).toMatchObject({ periodStart: day, declinedOn: null });
});

test('CHO14: two merged accounts of the payer: the renewal is for them alone, which both are told, and may be chosen anew', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const pair = { kept: await subscribe(site), ended: await subscribe(site) };
  await sharePhone(site, pair.kept.userId, pair.ended.userId);
  const [endedUserId, keptUserId] = [pair.ended.userId, pair.kept.userId];
  const longer = { periodEnd: addDays(pair.ended.periodEnd, 30) };
  await db.updateTable('subscriptions').set(longer).where('id', '=', pair.ended.subscriptionId).execute();
  await cover(site, pair.ended);
  await drain(site);
  const merged = { userId: keptUserId, subscriptionId: pair.ended.subscriptionId };
  const merge = () =>
    db.transaction().execute((trx) => mergeAccounts(trx, { keptUserId, endedUserId, at: site.clock.now() }));
  expect(await merge()).toBeNull();
  await drain(site);
  expect(await coverShown(site, merged)).toMatchObject({ isChosen: false });
  expect((await mailsInOrder(site, pair.kept.email)).map(({ subject }) => subject)).toContain(
    'Your renewal is for your plan only',
  );
  const undo = () =>
    db.transaction().execute((trx) => separateAccounts(trx, { keptUserId, endedUserId, at: site.clock.now() }));
  expect(await undo()).toBeNull();
  // Somebody had declined for this term, whose account has closed since.
  await cover(site, pair.ended);
  await db.updateTable('renewalCovers').set({ declinedAt: site.clock.now() }).execute();
  expect(await merge()).toBeNull();
  expect(await cover(site, merged)).toMatchObject({ status: 200, body: { covers: true } });
  expect(await coverShown(site, merged)).toMatchObject({ isChosen: true });
});

test('CHO14: a renewal for both costs no more than the payer was told at the choice, and alone no more than was announced', async () => {
  const site = await openSite({ publishesPrices: true });
  const [payer, alone] = [await subscribe(site), await subscribe(site)];
  await publishPrices(site, { 1001: 12_000 });
  moveClockTo(site, payer.periodEnd, -7);
  await runDue(site, { announced: false });
  await publishPrices(site, { 1001: 14_000 });
  moveClockTo(site, payer.periodEnd, -4);
  await cover(site, alone);
  expect(await coverShown(site, alone)).toMatchObject({ aloneFormatted: 'US$120.00', bothFormatted: 'US$280.00' });
  await uncover(site, alone);
  await publishPrices(site, { 1001: 11_000 });
  expect(await coverShown(site, payer)).toMatchObject({ bothFormatted: 'US$220.00' });
  expect((await cover(site, payer)).status).toBe(200);
  await publishPrices(site, { 1001: 14_400 });
  expect((await billing(site, payer.userId)).subscriptions).toMatchObject([{ renewal: { amount: 22_000 } }]);
  moveClockTo(site, payer.periodEnd);
  await runDue(site, { announced: false });
  expect((await renewals(site)).toSorted()).toEqual([12_000, 22_000]);
});
