import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { freeAddress } from '#server/identity/proven-email.ts';
import { liftBounces } from '#server/identity/returned-mail.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { pageOf } from '#server/staff/queues/queue.ts';
import { queues } from '#server/staff/queues/queues.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, charges, coParent, home, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import {
  bring,
  card,
  importedUserId,
  openOldSite,
  person,
  plan,
  vaultedCard,
} from '../../setup/providers/other-system.ts';
import { openReturning } from '../../setup/returning-site.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const reminders = async (site: TestSite, email: string) =>
  (await mailsInOrder(site, email)).filter(({ subject }) => subject.includes(' renews on ')).map(({ text }) => text);

/** Runs every scan between two days, and returns the days of charges. */
async function daysOfCharges(site: TestSite, from: Day, to: Day): Promise<string[]> {
  const charged: string[] = [];
  let before = (await charges(site)).length;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    moveClockTo(site, day);
    await runDue(site, { announced: false });
    const now = (await charges(site)).length;
    if (now > before) charged.push(day);
    before = now;
  }
  return charged;
}

test('N22: a renewal that was never announced is announced on its day and charged a week later; until then the plan goes on', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await drain(site);
  const chargedOn = addDays(parent.periodEnd, 7);
  moveClockTo(site, parent.periodEnd);
  await runDue(site, { announced: false });
  const [announced] = await reminders(site, parent.email);
  expect(announced).toContain('7 days');
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({
    periodEnd: chargedOn,
    term: { overSince: parent.periodEnd },
  });
  expect((await home(site, parent.userId)).subscription).toMatchObject({ state: 'CURRENT' });
  // Staff need not act while it waits, and see it once it is overdue.
  for (const [day, rows] of [
    [5, 0],
    [9, 1],
  ] as const) {
    moveClockTo(site, parent.periodEnd, day);
    expect(
      (await pageOf(site.dependencies.db, queues['past-due'], { at: site.clock.now(), after: null })).rows,
    ).toHaveLength(rows);
  }
  expect(await daysOfCharges(site, addDays(parent.periodEnd, 1), addDays(parent.periodEnd, 10))).toEqual([chargedOn]);
  expect(await reminders(site, parent.email)).toHaveLength(1);
  // The new year follows the last without a gap.
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd });
});

test('N22: a reminder that is held back after bounces announces nothing: the renewal is charged a week after one has left, or not at all', async () => {
  const site = await openReturning();
  const [back, gone] = [await subscribe(site, { announced: false }), await subscribe(site, { announced: false })];
  await drain(site);
  moveClockTo(site, back.periodEnd, -31);
  for (const parent of [back, gone]) await site.refuse(parent);
  expect(await daysOfCharges(site, addDays(back.periodEnd, -30), addDays(back.periodEnd, 2))).toEqual([]);
  for (const parent of [back, gone]) expect(await reminders(site, parent.email)).toEqual([]);
  await liftBounces(site.dependencies, back);
  const [first, last] = [addDays(back.periodEnd, 3), addDays(back.periodEnd, 32)];
  expect(await daysOfCharges(site, first, last)).toEqual([addDays(first, 7)]);
  expect(await reminders(site, back.email)).toHaveLength(1);
  expect(await subscriptionOf(site, back)).toMatchObject({ state: 'CURRENT', periodStart: back.periodEnd });
  expect(await subscriptionOf(site, gone)).toMatchObject({ state: 'LAPSED' });
});

test('N22: if nobody could be notified for three weeks it is no longer announced, and ends without a charge', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await drain(site);
  expect(await daysOfCharges(site, addDays(parent.periodEnd, 24), addDays(parent.periodEnd, 32))).toEqual([]);
  expect(await reminders(site, parent.email)).toEqual([]);
  expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
});

test('N22: a reminder whose mail could not leave counts as no announcement, and is retried', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await drain(site);
  moveClockTo(site, parent.periodEnd, -7);
  const { mail } = site.jobDependencies;
  const realSend = mail.send;
  mail.send = async () => ({ outcome: 'retry', cause: 'connection' });
  await expect(runDue(site, { announced: false })).rejects.toThrow();
  mail.send = realSend;
  expect(await daysOfCharges(site, addDays(parent.periodEnd, -5), addDays(parent.periodEnd, 3))).toEqual([
    addDays(parent.periodEnd, 2),
  ]);
  expect(await reminders(site, parent.email)).toHaveLength(1);
});

test('N22: an imported plan that ends on the cut-over day is announced before it is charged', async () => {
  const site = await openOldSite();
  const vaulted = await vaultedCard(site);
  moveClockTo(site, '2031-12-01');
  const plans = [plan(0, { starts: '2031-03-01', ends: '2032-03-01' })];
  await bring(site, { people: [person(0)], 'payment-methods': [card(0, vaulted)], plans });
  expect(await daysOfCharges(site, '2032-02-28', '2032-03-10')).toEqual(['2032-03-08']);
  expect(await reminders(site, 'p0@old.example')).toHaveLength(1);
  expect(await importedUserId(site, 0)).not.toBe('');
});

test.each(['an upgrade', 'a take-over'] as const)(
  'N11: whoever becomes payer by %s days before a renewal is told a week before being charged; the former payer is not charged',
  async (by) => {
    const site = await openSite();
    const parent = await subscribe(site, { payForCoparent: true, announced: false });
    await drain(site);
    const other = await coParent(site, parent);
    expect((await replaceMethod(site, other.userId)).status).toBe(200);
    for (const before of [-30, -7]) {
      moveClockTo(site, parent.periodEnd, before);
      await runDue(site, { announced: false });
    }
    expect(await reminders(site, parent.email)).toHaveLength(4);
    moveClockTo(site, parent.periodEnd, -3);
    if (by === 'an upgrade')
      expect((await upgrade(site, other, { packageId: 1002 })).body).toMatchObject({ outcome: 'PAID' });
    else {
      await setRenewal(site, parent.userId, other.subscriptionId, false);
      expect((await setRenewal(site, other.userId, other.subscriptionId, true)).status).toBe(200);
    }
    await runDue(site, { announced: false });
    const told = await reminders(site, parent.coParentEmail);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('7 days');
    expect(await daysOfCharges(site, addDays(parent.periodEnd, -2), addDays(parent.periodEnd, 6))).toEqual([
      parent.periodEnd,
      addDays(parent.periodEnd, 4),
    ]);
    expect(await reminders(site, parent.coParentEmail)).toHaveLength(1);
  },
);

test('N11: a renewal that its payer resumes after its holder was told of the end is announced to them', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true, announced: false });
  await drain(site);
  const other = await coParent(site, parent);
  await setRenewal(site, parent.userId, other.subscriptionId, false);
  for (const before of [-30, -7]) {
    moveClockTo(site, parent.periodEnd, before);
    await runDue(site, { announced: false });
  }
  const before = (await reminders(site, parent.email)).length;
  moveClockTo(site, parent.periodEnd, -5);
  await setRenewal(site, parent.userId, other.subscriptionId, true);
  await runDue(site, { announced: false });
  expect(await reminders(site, parent.email)).toHaveLength(before + 1);
  expect(await daysOfCharges(site, parent.periodEnd, addDays(parent.periodEnd, 4))).toEqual([
    parent.periodEnd,
    addDays(parent.periodEnd, 2),
  ]);
});

test('N11: whoever was told that their plan ends and then pays for it themselves is told of the renewal a week before being charged', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true, announced: false });
  await drain(site);
  const other = await coParent(site, parent);
  expect((await replaceMethod(site, other.userId)).status).toBe(200);
  await setRenewal(site, parent.userId, other.subscriptionId, false);
  for (const before of [-30, -7]) {
    moveClockTo(site, parent.periodEnd, before);
    await runDue(site, { announced: false });
  }
  moveClockTo(site, parent.periodEnd, -3);
  expect((await setRenewal(site, other.userId, other.subscriptionId, true)).status).toBe(200);
  expect(await daysOfCharges(site, addDays(parent.periodEnd, -3), addDays(parent.periodEnd, 6))).toEqual([
    parent.periodEnd,
    addDays(parent.periodEnd, 4),
  ]);
  expect(await reminders(site, parent.coParentEmail)).toHaveLength(1);
});

test('N22: a renewal that was cancelled before its reminder left, and resumed, is announced before it is charged', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await drain(site);
  moveClockTo(site, parent.periodEnd, -7);
  await scanBilling(site.dependencies);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await drain(site);
  moveClockTo(site, parent.periodEnd, -1);
  await setRenewal(site, parent.userId, parent.subscriptionId, true);
  expect(await daysOfCharges(site, addDays(parent.periodEnd, -1), addDays(parent.periodEnd, 7))).toEqual([
    addDays(parent.periodEnd, 6),
  ]);
  expect(await reminders(site, parent.email)).toHaveLength(1);
});

test('N22: a reminder to an account whose address somebody else proved announces nothing: the renewal is charged a week after one has left', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site, { announced: false });
  await drain(site);
  await db.updateTable('users').set({ emailProvenAt: null }).where('id', '=', parent.userId).execute();
  moveClockTo(site, parent.periodEnd, -31);
  await db.transaction().execute((trx) => freeAddress(trx, { email: parent.email, at: site.clock.now() }));
  expect(await daysOfCharges(site, addDays(parent.periodEnd, -30), addDays(parent.periodEnd, 2))).toEqual([]);
  const email = 'another-of-hers@example.com';
  await db.updateTable('users').set({ email, emailNormalised: email }).where('id', '=', parent.userId).execute();
  const [first, last] = [addDays(parent.periodEnd, 3), addDays(parent.periodEnd, 12)];
  expect(await daysOfCharges(site, first, last)).toEqual([addDays(first, 7)]);
  expect(await reminders(site, email)).toHaveLength(1);
});
