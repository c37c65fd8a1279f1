import { describe, expect, test } from 'vitest';
import { longDate } from '#server/mail-templates/formats.ts';
import { readEntitlements } from '#server/plans/entitlements.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays, anniversary, dueDay } from '#server/subscriptions/calendar.ts';
import { billing, callRefund, charges, home, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { credentialsOf, joinsByInvite, newUsername, opensInvite, putCredentials } from '../../setup/invited.ts';
import { ask, openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { staffHeaders, viewPerson } from '../../setup/staff.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { priceOf } from '../../setup/upgrade-calls.ts';

type CoParentPlan = { userId: string; subscriptionId: string };

/** A payer for two whose co-parent is invited; nothing was announced yet. */
async function payingForTwo(order: { packageId?: number } = {}) {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true, announced: false, ...order });
  await drain(site);
  const other = await site.dependencies.db
    .selectFrom('subscriptions')
    .select(['userId', 'id as subscriptionId'])
    .where('userId', '!=', payer.userId)
    .executeTakeFirstOrThrow();
  const { periodStart } = await subscriptionOf(site, payer);
  return { site, payer, other, paidOn: periodStart };
}

async function coParentJoins(
  site: TestSite,
  { userId }: CoParentPlan,
  { coParentEmail: email }: Subscriber,
): Promise<void> {
  expect(await joinsByInvite(site, { userId, email })).toBe(true);
  await drain(site);
}

const texts = async (site: TestSite, to: string) =>
  (await mailsInOrder(site, to)).map(({ subject, text }) => `${subject}\n${text.replaceAll(/\s+/g, ' ')}`);
const inMail = async (site: TestSite, to: string, subject: string) =>
  (await texts(site, to)).filter((text) => text.startsWith(subject));
const date = (day: Parameters<typeof longDate>[0]) => longDate(day, { language: 'en' });

describe('the days that passed before a paid-for co-parent joined', () => {
  test('are added to their term, which both see, and their renewal, its reminders and the next year follow', async () => {
    const { site, payer, other, paidOn } = await payingForTwo();
    const until = addDays(payer.periodEnd, 20);
    expect((await billing(site, payer.userId)).subscriptions[1]).toMatchObject({
      notJoined: true,
      term: { daysBeforeJoining: 0 },
    });
    moveClockTo(site, paidOn, 20);
    await coParentJoins(site, other, payer);
    expect(await subscriptionOf(site, other)).toMatchObject({ periodStart: paidOn, periodEnd: until });
    expect(await subscriptionOf(site, payer)).toMatchObject({ periodEnd: payer.periodEnd });
    const seen = { periodEnd: until, term: { daysBeforeJoining: 20 }, notJoined: false };
    expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
      { periodEnd: payer.periodEnd, term: { daysBeforeJoining: 0 } },
      { ...seen, heldBy: 'Joe' },
    ]);
    expect((await home(site, other.userId)).subscription).toMatchObject(seen);
    expect((await readEntitlements(site.dependencies, other.userId))?.paidUntil).toBe(until);
    expect((await viewPerson(site, await staffHeaders(site, ['SUPPORT']), other.userId)).plan).toContain(
      `until ${until} (20 days from before they joined added)`,
    );

    const [welcome] = await inMail(site, payer.coParentEmail, 'You have joined');
    expect(welcome).toContain(`paid until ${date(until)}`);
    expect(welcome).toContain('This includes 20 days that passed before you joined.');
    const [told, ...more] = await inMail(site, payer.email, 'More days for the other plan');
    expect(more).toEqual([]);
    expect(told).toContain('No one could use it in the 20 days before');
    expect(told).toContain(`The plan now renews on ${date(until)}`);

    moveClockTo(site, payer.periodEnd, -30);
    await runDue(site, { announced: false });
    moveClockTo(site, payer.periodEnd);
    await runDue(site, { announced: false });
    expect(await charges(site)).toEqual([28_800, 14_400]);
    moveClockTo(site, until, -30);
    await runDue(site, { announced: false });
    expect(
      (await texts(site, payer.email)).filter((text) => text.includes(date(until)) && text.includes('(Joe)')),
    ).toHaveLength(1);
    moveClockTo(site, until, -1);
    await runDue(site, { announced: false });
    expect(await charges(site)).toHaveLength(2);
    moveClockTo(site, until);
    await runDue(site, { announced: false });
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
    expect(await subscriptionOf(site, other)).toMatchObject({ periodStart: until, periodEnd: anniversary(until, 1) });
    expect((await home(site, other.userId)).subscription?.term.daysBeforeJoining).toBe(0);
  });

  test.each([
    ['on the day of the payment', 1001, 0, 0],
    ['on the sixty-first day', 1001, 61, 60],
    ['half a year later, of two years', 1011, 180, 60],
  ])('are none to sixty: %s', async (_when, packageId, after, added) => {
    const { site, payer, other, paidOn } = await payingForTwo({ packageId });
    moveClockTo(site, paidOn, after);
    await coParentJoins(site, other, payer);
    expect((await subscriptionOf(site, other)).periodEnd).toBe(addDays(payer.periodEnd, added));
    expect(await inMail(site, payer.email, 'More days')).toHaveLength(added === 0 ? 0 : 1);
    const [welcome] = await inMail(site, payer.coParentEmail, 'You have joined');
    expect(welcome?.includes('This includes')).toBe(added > 0);
  });

  test('are added once, whatever happens at the same time', async () => {
    const { site, payer, other, paidOn } = await payingForTwo();
    moveClockTo(site, paidOn, 12);
    const token = await opensInvite(site, { ...other, email: payer.coParentEmail });
    const username = newUsername();
    const answers = await Promise.all([
      ...[1, 2].map(async () => (await putCredentials(site.app, { token, body: credentialsOf(username) })).status),
      setRenewal(site, payer.userId, other.subscriptionId, false),
    ]);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    await drain(site, { times: 2 });
    expect(await subscriptionOf(site, other)).toMatchObject({
      periodEnd: addDays(payer.periodEnd, 12),
      autoRenew: false,
    });
  });

  test('are added after the question whether to renew, which stays answered, and after a reminder', async () => {
    const { site, payer, other } = await payingForTwo();
    moveClockTo(site, payer.periodEnd, -45);
    await runDue(site, { announced: false });
    moveClockTo(site, payer.periodEnd, -10);
    await coParentJoins(site, other, payer);
    const until = addDays(payer.periodEnd, 60);
    const [told] = await inMail(site, payer.email, 'More days');
    expect(told).toContain(`The plan now ends on ${date(until)}. It does not renew`);
    expect(await subscriptionOf(site, other)).toMatchObject({ periodEnd: until, autoRenew: false });
    await setRenewal(site, payer.userId, other.subscriptionId, true);
    for (const day of [0, 30, 59]) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site, { announced: false });
    }
    expect(await charges(site)).toEqual([28_800, 14_400]);
    moveClockTo(site, until);
    await runDue(site, { announced: false });
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
  });

  test('are used before the paid ones: an upgrade on the day of joining is credited the whole payment', async () => {
    const { site, payer, other, paidOn } = await payingForTwo();
    moveClockTo(site, paidOn, 40);
    await coParentJoins(site, other, payer);
    expect((await priceOf(site, other, { packageId: 1002 })).body.totals.total).toBe(19_800 - 14_400);
  });

  test('stay theirs when the payer has their own part refunded', async () => {
    const { site, payer, other, paidOn } = await payingForTwo();
    moveClockTo(site, paidOn, 9);
    await coParentJoins(site, other, payer);
    expect((await callRefund(site, payer.userId)).body.amount).toBe(14_400);
    await drain(site);
    expect(await subscriptionOf(site, other)).toMatchObject({
      state: 'CURRENT',
      periodEnd: addDays(payer.periodEnd, 9),
      autoRenew: false,
    });
  });

  test('are paid again with the term whose payment did not settle', async () => {
    const { site, payer, other, paidOn } = await payingForTwo();
    moveClockTo(site, paidOn, 2);
    await coParentJoins(site, other, payer);
    const { transactionId } = await site.dependencies.db
      .selectFrom('orders')
      .select('transactionId')
      .executeTakeFirstOrThrow();
    await reported(site, transactionId ?? '');
    expect((await subscriptionOf(site, other)).declinedOn).toBe(dueDay(site.clock.now(), 'America/Chicago'));
    await replaceMethod(site, payer.userId);
    await drain(site);
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
    expect(await subscriptionOf(site, other)).toMatchObject({
      declinedOn: null,
      periodEnd: addDays(payer.periodEnd, 2),
    });
    expect((await home(site, other.userId)).subscription?.term.daysBeforeJoining).toBe(2);
  });

  test('are not said of a plan that began again after a payment that did not settle', async () => {
    const { site, payer, other, paidOn } = await payingForTwo();
    moveClockTo(site, paidOn, 2);
    await coParentJoins(site, other, payer);
    const { transactionId } = await site.dependencies.db
      .selectFrom('orders')
      .select('transactionId')
      .executeTakeFirstOrThrow();
    await reported(site, transactionId ?? '');
    moveClockTo(site, paidOn, 12);
    await runDue(site, { announced: false });
    expect(await subscriptionOf(site, other)).toMatchObject({ state: 'LAPSED' });
    const pay = await atRestart(site, other, 'fake-valid-visa-nonce');
    expect((await pay()).body).toMatchObject({ outcome: 'PAID' });
    const begun = addDays(paidOn, 12);
    expect(await subscriptionOf(site, other)).toMatchObject({ periodEnd: anniversary(begun, 1) });
    expect((await home(site, other.userId)).subscription?.term.daysBeforeJoining).toBe(0);
  });

  test('are not charged for again: whoever joins on the day of the renewal is charged for once', async () => {
    const { site, payer, other } = await payingForTwo();
    const email = payer.coParentEmail;
    for (const day of [-45, -30]) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site, { announced: false });
      await setRenewal(site, payer.userId, other.subscriptionId, true);
    }
    moveClockTo(site, payer.periodEnd);
    const token = await opensInvite(site, { ...other, email });
    await Promise.all([
      putCredentials(site.app, { token, body: credentialsOf(newUsername()) }),
      renewSubscription(site.jobDependencies, other),
    ]);
    await runDue(site, { announced: false });
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
    const { periodEnd } = await subscriptionOf(site, other);
    expect(periodEnd).toBe(anniversary(payer.periodEnd, 1));
  });

  test('are not added to a professional’s plan, whose term is stated in their papers', async () => {
    const site = await openSite();
    const professional = await signedInProfessional(site);
    const { familyId, parents } = await openFamily(site, professional);
    const userId = parents[0]?.userId ?? '';
    await payPlan(site, professional, familyId, { parentIds: [userId] });
    await ask(site, professional, `/cases/${familyId}/parents/${userId}/invites`, { method: 'POST' });
    const plan = site.dependencies.db.selectFrom('subscriptions').select(['periodStart', 'periodEnd']);
    const before = await plan.executeTakeFirstOrThrow();
    moveClockTo(site, before.periodStart, 20);
    expect(await joinsByInvite(site, { userId, email: parents[0]?.email ?? '' })).toBe(true);
    expect(await plan.executeTakeFirstOrThrow()).toEqual(before);
  });
});
