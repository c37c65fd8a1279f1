import { expect, test } from 'vitest';
import { longDate } from '#server/mail-templates/formats.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { billing, book, callRefund, charges, lastMail, setRenewal } from '../../../setup/account-calls.ts';
import { joinsByInvite } from '../../../setup/invited.ts';
import { chooseCover, cover, coverShown, decline, uncover } from '../../../setup/renewal-choices.ts';
import { atRestart } from '../../../setup/restart-calls.ts';
import { settleSales } from '../../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../../setup/site.ts';
import {
  announceAll,
  drain,
  mailsInOrder,
  moveClockTo,
  paidMeanwhile,
  renewTwiceAtOnce,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../../setup/subscriber.ts';
import { family, type Parent } from '../../../setup/two-parents.ts';

const plain = (text = '') => text.replaceAll(/\s+/g, ' ');
const date = (day: Subscriber['periodEnd']) => longDate(day, { language: 'en' });
const subjects = async (site: TestSite, to: string) => (await mailsInOrder(site, to)).map(({ subject }) => subject);
const alone = 'Your renewal is for your plan only';

async function renewOn(site: TestSite, day: Subscriber['periodEnd'], count = 0) {
  moveClockTo(site, day, count);
  await runDue(site);
}

/** On the day of a renewal, which was announced. */
async function announced(site: TestSite, day: Subscriber['periodEnd']) {
  moveClockTo(site, day);
  await announceAll(site);
}

/** The other parent of a family and their plans, in the order in which they began. */
async function otherOf({ dependencies: { db } }: TestSite, { coParentEmail }: Subscriber) {
  const { id } = await db.selectFrom('users').select('id').where('email', '=', coParentEmail).executeTakeFirstOrThrow();
  return { userId: id, plans: await plansOf(db, id) };
}

const plansOf = (db: TestSite['dependencies']['db'], userId: string) =>
  db.selectFrom('subscriptions').selectAll().where('userId', '=', userId).orderBy('id').execute();

/** Two parents, each of whom has paid; the second one's plan is then ended by a refund. */
async function familyWithOnePlan() {
  const parents = await family('each');
  await callRefund(parents.site, parents.B.userId);
  await drain(parents.site);
  return { ...parents, day: (await subscriptionOf(parents.site, parents.A)).periodEnd };
}

async function familyWithTwoPlans() {
  const parents = await family('each');
  const { periodEnd } = await subscriptionOf(parents.site, parents.A);
  return { ...parents, day: periodEnd };
}

const renewals = async (site: TestSite) => (await charges(site)).slice(2);

test('CHO10: a renewal also pays for a co-parent without a plan: nothing is charged today, account, mails and both notices name both and the whole amount, and it is charged once', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { announced: false });
  await drain(site);
  expect(await coverShown(site, payer)).toMatchObject({
    firstName: 'Joe',
    isChosen: false,
    bothFormatted: 'US$288.00',
    aloneFormatted: 'US$144.00',
  });
  expect(await cover(site, payer)).toMatchObject({ status: 200, body: { covers: true } });
  expect(await cover(site, payer)).toMatchObject({ status: 200 });
  await drain(site);
  expect(await charges(site)).toEqual([14_400]);
  expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
    { renewal: { amount: 28_800 }, alsoFor: { isChosen: true } },
  ]);
  expect(await subjects(site, payer.email)).toEqual([
    expect.stringContaining('receipt'),
    `Your renewal on ${date(payer.periodEnd)} is changed`,
  ]);
  const mail = plain((await lastMail(site, payer))?.text);
  expect(mail).toContain("pays for your plan and for your co-parent's: US$288.00 in all. Nothing is charged today.");
  expect(mail).toContain('your renewal pays for your plan alone: US$144.00');
  expect(mail).toContain('Plan: Essentials, one year (you and Joe)');
  for (const days of [-30, -7]) {
    moveClockTo(site, payer.periodEnd, days);
    await runDue(site, { announced: false });
    const notice = plain((await lastMail(site, payer))?.text);
    expect(notice).toContain('Plan: Essentials, one year (you and Joe)');
    expect(notice).toContain('your last payment was US$144.00, and this renewal costs US$288.00.');
    expect(notice).toContain("It also pays for your co-parent's plan.");
  }
  moveClockTo(site, payer.periodEnd);
  await renewTwiceAtOnce(site, payer);
  await drain(site);
  expect(await charges(site)).toEqual([14_400, 28_800]);
  const { userId, plans } = await otherOf(site, payer);
  const until = anniversary(payer.periodEnd, 1);
  expect(plans).toMatchObject([{ state: 'CURRENT', autoRenew: true, payerUserId: payer.userId, periodEnd: until }]);
  expect(await subscriptionOf(site, payer)).toMatchObject({ periodStart: payer.periodEnd, periodEnd: until });
  const receipt = plain((await lastMail(site, payer))?.text);
  expect(receipt).toContain('Paid for: You and Joe');
  expect(receipt).toContain("Essentials, one year US$144.00 Joe's subscription US$144.00");
  expect(await joinsByInvite(site, { userId, email: payer.coParentEmail })).toBe(true);
  // From then on each renews by itself, as after a sign-up that paid for both.
  expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
    { renewal: { amount: 14_400 }, alsoFor: null },
    { renewal: { amount: 14_400 }, heldBy: 'Joe' },
  ]);
});

test('CHO11: the choice is dropped until the day: the renewal pays for one, and another price than the displayed one is not chosen', async () => {
  const { site, A, B, day } = await familyWithOnePlan();
  expect(await cover(site, A, 'another')).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED' } });
  expect(await coverShown(site, A)).toMatchObject({ isChosen: false });
  await cover(site, A);
  await drain(site);
  expect((await billing(site, B.userId)).coveredFrom).toBe(day);
  expect(await uncover(site, A)).toMatchObject({ status: 200, body: { covers: false } });
  await drain(site);
  expect((await lastMail(site, A))?.subject).toBe(alone);
  expect((await lastMail(site, B))?.subject).toBe('An update on your plan');
  expect((await billing(site, B.userId)).coveredFrom).toBeNull();
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400]);
  expect(await chooseCover(site, { ...A, userId: B.userId }, { covers: true, taxId: 'x' })).toMatchObject({
    status: 404,
  });
});

test('CHO12: the co-parent is told calmly, without payer or amount, and declines: the payer is told neutrally and pays for one', async () => {
  const { site, A, B, day } = await familyWithOnePlan();
  await cover(site, A);
  await drain(site);
  const told = await lastMail(site, B);
  expect(told?.subject).toBe(`Your plan from ${date(day)}`);
  expect(plain(told?.text)).toContain(`From ${date(day)}, someone else pays for a plan for you.`);
  expect(plain(told?.text)).toContain('You can decline in your account until the day before.');
  expect(plain(told?.text)).not.toMatch(/US\$|Visa|Mastercard|Marta|Renée|O'Brien/i);
  expect(await decline(site, A.userId)).toMatchObject({ status: 409 });
  expect(await decline(site, B.userId)).toMatchObject({ status: 200, body: { declined: true } });
  expect(await decline(site, B.userId)).toMatchObject({ status: 409 });
  await drain(site);
  const mail = await lastMail(site, A);
  expect(mail?.subject).toBe(alone);
  expect(plain(mail?.text)).not.toMatch(/Joe|declin|co-parent/i);
  // It is not asked again for this term, also not by a detour.
  expect(await coverShown(site, A)).toBeNull();
  await setRenewal(site, A.userId, A.subscriptionId, false);
  await setRenewal(site, A.userId, A.subscriptionId, true);
  expect(await cover(site, A)).toMatchObject({ status: 409 });
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400]);
  expect((await plansOf(site.dependencies.db, B.userId)).map(({ state }) => state)).toEqual(['REFUNDED']);
  expect(await coverShown(site, A)).toMatchObject({ isChosen: false });
});

test('CHO13: a co-parent who pays for a plan of their own beyond that day keeps it, and each pays once for themself', async () => {
  const { site, A, B, day } = await familyWithTwoPlans();
  expect(await cover(site, A)).toMatchObject({ status: 200 });
  await drain(site);
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400, 14_400]);
  const until = anniversary(day, 1);
  expect(await subscriptionOf(site, A)).toMatchObject({ payerUserId: A.userId, periodEnd: until });
  expect(await plansOf(site.dependencies.db, B.userId)).toMatchObject([
    { state: 'CURRENT', payerUserId: B.userId, periodEnd: until },
  ]);
  expect(await subjects(site, A.email)).toContain(alone);
  expect((await subjects(site, B.email)).filter((subject) => subject === 'An update on your plan')).toEqual([]);
});

test('CHO13: a plan of the co-parent that ends later lasts to its end, although it does not renew', async () => {
  const { site, A, B, day } = await familyWithTwoPlans();
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ autoRenew: false, periodEnd: addDays(day, 40) })
    .where('id', '=', B.subscriptionId)
    .execute();
  await cover(site, A);
  await renewOn(site, day);
  expect(await renewals(site)).toEqual([14_400]);
  expect(await plansOf(site.dependencies.db, B.userId)).toMatchObject([
    { state: 'CURRENT', payerUserId: B.userId, periodEnd: addDays(day, 40) },
  ]);
});

test('CHO13: a plan of the co-parent that ends by that day is followed by the one that the renewal pays for', async () => {
  const { site, A, B, day } = await familyWithTwoPlans();
  await setRenewal(site, B.userId, B.subscriptionId, false);
  await cover(site, A);
  await drain(site);
  await announced(site, day);
  await renewSubscription(site.jobDependencies, A);
  await runDue(site);
  expect(await renewals(site)).toEqual([28_800]);
  expect(await plansOf(site.dependencies.db, B.userId)).toMatchObject([
    { state: 'LAPSED', payerUserId: B.userId },
    { state: 'CURRENT', payerUserId: A.userId, periodEnd: anniversary(day, 1) },
  ]);
  expect((await lastMail(site, B))?.subject).toBe('Your Evenkeel subscription was renewed');
});

test('CHO14: a plan that the co-parent gets during the charge is theirs, and the half paid for them is refunded', async () => {
  const { site, A, B, day } = await familyWithOnePlan();
  await cover(site, A);
  await announced(site, day);
  paidMeanwhile(site, B.userId);
  await renewSubscription(site.jobDependencies, A);
  await settleSales(site.sandboxUrl);
  await drain(site);
  expect((await book(site)).slice(-2)).toEqual([
    ['sale', 28_800],
    ['refund', 14_400],
  ]);
  const current = (await plansOf(site.dependencies.db, B.userId)).filter(({ state }) => state === 'CURRENT');
  expect(current).toMatchObject([{ payerUserId: B.userId }]);
  expect((await subscriptionOf(site, A)).periodStart).toBe(day);
});

/** Begins a renewal whose answer is lost, and returns what the gateway later says. */
async function withLostAnswer(site: TestSite, renew: () => Promise<void>) {
  const { gateway } = site.jobDependencies;
  const sale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'unknown' }) as never;
  await renew();
  gateway.sale = sale;
}

const attemptsFor = ({ dependencies: { db } }: TestSite, { subscriptionId }: Parent) =>
  db.selectFrom('paymentAttempts').select(['state', 'purpose']).where('subjectId', '=', subscriptionId).execute();

test('CHO14: while a renewal for both is charged, neither choice nor decline changes it, and the co-parent cannot pay too', async () => {
  const { site, A, B, day } = await familyWithOnePlan();
  await cover(site, A);
  await announced(site, day);
  const restart = await atRestart(site, B, 'fake-valid-visa-nonce');
  await withLostAnswer(site, () => renewSubscription(site.jobDependencies, A));
  expect(await attemptsFor(site, A)).toMatchObject([{ state: 'UNKNOWN', purpose: 'RENEWAL' }]);
  expect(await restart()).toMatchObject({ status: 409, body: { code: 'PAYMENT_IN_PROGRESS' } });
  expect(await decline(site, B.userId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await uncover(site, A)).status).toBe(409);
});

test('CHO14: while the co-parent’s own payment is open, a renewal for both waits; once it is paid, the renewal pays for one', async () => {
  const { site, A, B, day } = await familyWithOnePlan();
  await cover(site, A);
  await announced(site, day);
  const restart = await atRestart(site, B, 'fake-valid-visa-nonce');
  await withLostAnswer(site, async () => void (await restart()));
  await runDue(site);
  expect(await attemptsFor(site, A)).toEqual([]);
  await site.dependencies.db
    .updateTable('paymentAttempts')
    .set({ state: 'DECLINED' })
    .where('state', '=', 'UNKNOWN')
    .execute();
  expect((await restart()).body.outcome).toBe('PAID');
  site.clock.advance(24 * 3_600_000);
  await runDue(site);
  expect(await renewals(site)).toEqual([14_400, 14_400]);
  expect((await plansOf(site.dependencies.db, B.userId)).map(({ payerUserId }) => payerUserId)).toEqual([B.userId]);
});

test('CHO14: a decline and the payer’s change of mind at the same moment: the renewal pays for one', async () => {
  const { site, A, B, day } = await familyWithOnePlan();
  await cover(site, A);
  await drain(site);
  moveClockTo(site, day, -1);
  const [declined] = await Promise.all([decline(site, B.userId), uncover(site, A)]);
  await renewOn(site, day);
  expect([200, 409]).toContain(declined.status);
  expect(await renewals(site)).toEqual([14_400]);
});
