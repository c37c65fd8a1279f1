import { describe, expect, test } from 'vitest';
import { longDate } from '#server/mail-templates/formats.ts';
import { extendPlan } from '#server/plans/grant-days.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import {
  askToClose,
  billing,
  callRefund,
  charges,
  coParent,
  lastMail,
  replaceMethod,
  setRenewal,
} from '../../setup/account-calls.ts';
import { choices, choose, chooseAt, priceOfChoice } from '../../setup/renewal-choices.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { openSuspendable } from '../../setup/suspended.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const essentials = { packageId: 1001 };
const premium = { packageId: 1002 };
const premiumForTwoYears = { packageId: 1012 };
const plain = (text = '') => text.replaceAll(/\s+/g, ' ');
const day = (date: Subscriber['periodEnd']) => longDate(date, { language: 'en' });

async function renewOn(site: TestSite, date: Subscriber['periodEnd']) {
  moveClockTo(site, date);
  await runDue(site);
}

test('CHO1: a smaller plan is chosen for the renewal: nothing changes today, the account, the mail and both notices name it, and it is charged on the day', async () => {
  const site = await openSite();
  const parent = await subscribe(site, premium);
  const { body: offered } = await choices(site, parent);
  expect(offered).toMatchObject({ heldBy: null, renewsOn: parent.periodEnd, chosen: null, asHeld: { amount: 19_800 } });
  expect(offered.packages.map(({ id, atRenewal }) => [id, atRenewal.amount])).toEqual([
    [1001, 14_400],
    [1002, 19_800],
    [1003, 10_800],
    [1011, 26_400],
    [1012, 36_000],
    [1013, 19_200],
  ]);
  const { status, body } = await choose(site, parent, essentials);
  expect([status, body.plan.planName, body.plan.amount]).toEqual([200, 'Essentials, one year', 14_400]);
  expect(body.plan.losses.length).toBeGreaterThan(0);
  await drain(site);
  expect(await charges(site)).toEqual([19_800]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1002, periodEnd: parent.periodEnd });
  const [shown] = (await billing(site, parent.userId)).subscriptions;
  expect(shown).toMatchObject({
    planName: 'Premium',
    renewal: { amount: 14_400 },
    renewsTo: { planName: 'Essentials, one year', losses: body.plan.losses },
    mayChooseRenewal: true,
  });
  const mail = plain((await lastMail(site, parent))?.text);
  expect(mail).toContain(`From ${day(parent.periodEnd)}, the plan will be: Essentials, one year.`);
  expect(mail).toContain('nothing is charged today');
  expect(mail).toContain(`the plan no longer includes: ${body.plan.losses[0]}`);
  expect(mail).toContain('Amount: US$144.00');

  for (const days of [-30, -7]) {
    await renewOn(site, addDays(parent.periodEnd, days));
    const notice = plain((await lastMail(site, parent))?.text);
    expect(notice).toContain('Plan: Essentials, one year');
    expect(notice).toContain('your last payment was US$198.00, and this renewal costs US$144.00');
    expect(notice).toContain(`the plan no longer includes: ${body.plan.losses[0]}`);
  }
  await renewOn(site, parent.periodEnd);
  expect(await charges(site)).toEqual([19_800, 14_400]);
  expect(await subscriptionOf(site, parent)).toMatchObject({
    packageId: 1001,
    periodStart: parent.periodEnd,
    periodEnd: anniversary(parent.periodEnd, 1),
  });
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({
    renewal: { amount: 14_400 },
    renewsTo: null,
  });
});

test('CHO1: two years are chosen for the renewal; after them the plan renews by the year again', async () => {
  const site = await openSite();
  const parent = await subscribe(site, premium);
  await choose(site, parent, premiumForTwoYears);
  await drain(site);
  const terms = `renews on ${day(parent.periodEnd)} for two years, for US$360.00. After that it renews every year for US$198.00`;
  expect(plain((await lastMail(site, parent))?.text)).toContain(terms);
  await renewOn(site, addDays(parent.periodEnd, -7));
  expect(plain((await lastMail(site, parent))?.text)).toContain(terms);
  await renewOn(site, parent.periodEnd);
  const until = anniversary(parent.periodEnd, 2);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1012, periodEnd: until });
  await renewOn(site, addDays(until, -1));
  expect(await charges(site)).toEqual([19_800, 36_000]);
  await renewOn(site, until);
  expect(await charges(site)).toEqual([19_800, 36_000, 19_800]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1002, periodEnd: anniversary(until, 1) });
});

test('CHO1: build-your-own is chosen with other options than those held, fewer or more', async () => {
  const site = await openSite();
  const built = { packageId: 1003, productId: 'SUB1YEAR' };
  const parent = await subscribe(site, { ...built, services: ['5GB1', 'TONE1'] });
  const { body } = await choose(site, parent, { ...built, services: ['1GB1'] });
  expect([body.plan.amount, body.plan.services, body.plan.losses.length]).toEqual([10_800, ['1GB1'], 2]);
  await renewOn(site, parent.periodEnd);
  expect(await charges(site)).toEqual([10_800 + 900 + 1_200, 10_800]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1003, services: ['1GB1'] });
});

test('CHO2: a choice is changed and dropped until the day, and not from the day on', async () => {
  const site = await openSite();
  const parent = await subscribe(site, premium);
  await choose(site, parent, essentials);
  await choose(site, parent, premiumForTwoYears);
  expect((await choices(site, parent)).body.chosen).toMatchObject({ packageId: 1012, amount: 36_000 });
  moveClockTo(site, parent.periodEnd, -1);
  // The same again, as after a lost answer, changes and mails nothing.
  const { version } = await subscriptionOf(site, parent);
  expect((await choose(site, parent, premiumForTwoYears)).status).toBe(200);
  expect((await subscriptionOf(site, parent)).version).toBe(version);
  expect((await choose(site, parent, null)).body.plan).toMatchObject({ packageId: 1002, amount: 19_800 });
  expect((await choices(site, parent)).body.chosen).toBeNull();
  await drain(site);
  expect(plain((await lastMail(site, parent))?.text)).toContain('the plan will be: Premium, one year.');
  moveClockTo(site, parent.periodEnd);
  expect((await choose(site, parent, essentials)).body.code).toBe('CONFLICT');
  await runDue(site);
  expect(await charges(site)).toEqual([19_800, 19_800]);
  // The choice of the plan that is held is none.
  expect((await choose(site, parent, premium)).status).toBe(200);
  expect((await choices(site, parent)).body.chosen).toBeNull();
});

test('CHO2: a choice costs what was shown, to the cent with its tax, or less: never more', async () => {
  const site = await openSite();
  const address = { line1: '1 Ocean Drive', line2: '', city: 'Providence', region: 'RI', postalCode: '02903' };
  const parent = await subscribe(site, {
    ...premium,
    address: { address: { ...address, country: 'US' }, timeZone: 'America/New_York' },
  });
  const { body } = await priceOfChoice(site, parent, essentials);
  expect(body.quote.totals).toMatchObject({ subTotal: 14_400, taxAmount: 1_008, total: 15_408 });
  expect((await chooseAt(site, parent, { order: essentials, taxId: 'another' })).body.code).toBe('QUOTE_CHANGED');
  expect((await chooseAt(site, parent, { order: essentials, taxId: null })).body.code).toBe('QUOTE_CHANGED');
  expect((await choices(site, parent)).body.chosen).toBeNull();
  await chooseAt(site, parent, { order: essentials, taxId: body.quote.taxId });
  await renewOn(site, parent.periodEnd);
  expect(await charges(site)).toEqual([21_186, 15_408]);
});

test('CHO2: a renewal that is charged later than on its own day can be changed until the day before that', async () => {
  const { site, pass } = await openSuspendable();
  const parent = await subscribe(site, { ...premium, announced: false });
  const due = parent.periodEnd;
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await pass(addDays(due, -3), addDays(due, -3));
  await setRenewal(site, parent.userId, parent.subscriptionId, true);
  await pass(addDays(due, -3), addDays(due, 3));
  const renewsOn = addDays(due, 4);
  expect((await choices(site, parent)).body.renewsOn).toBe(renewsOn);
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ mayChooseRenewal: true });
  expect((await choose(site, parent, essentials)).status).toBe(200);
  await drain(site);
  expect((await lastMail(site, parent))?.subject).toBe(`Your renewal on ${day(renewsOn)} is changed`);
  moveClockTo(site, renewsOn);
  expect((await choose(site, parent, premium)).body.code).toBe('CONFLICT');
  expect(await pass(renewsOn, renewsOn)).toEqual([renewsOn]);
  expect((await charges(site)).at(-1)).toBe(14_400);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1001, periodStart: due });
});

test('CHO2: while charges are suspended, a renewal whose day has passed is not changed; once its new day is known it is', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site, premium);
  const due = parent.periodEnd;
  await turn('SUSPEND_CHARGES');
  await pass(due, addDays(due, 2));
  expect((await choose(site, parent, essentials)).body.code).toBe('CONFLICT');
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ mayChooseRenewal: false });
  await turn('RESUME_CHARGES');
  await pass(addDays(due, 2), addDays(due, 2));
  expect((await choose(site, parent, essentials)).status).toBe(200);
  expect(await pass(addDays(due, 3), addDays(due, 9))).toEqual([addDays(due, 9)]);
  expect((await charges(site)).at(-1)).toBe(14_400);
});

test('CHO4: days added by staff move a chosen renewal; a refund and a closing end it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site, premium);
  await choose(site, parent, essentials);
  await db.transaction().execute((trx) => extendPlan(trx, { ...parent, days: 10, at: site.clock.now() }));
  expect((await choices(site, parent)).body).toMatchObject({
    renewsOn: addDays(parent.periodEnd, 10),
    chosen: { packageId: 1001 },
  });
  await settleSales(site.sandboxUrl);
  const [refund] = await Promise.all([callRefund(site, parent.userId), choose(site, parent, premiumForTwoYears)]);
  expect(refund.status).toBe(200);
  expect(await db.selectFrom('renewalChoices').selectAll().execute()).toEqual([]);
  expect((await choose(site, parent, essentials)).body.code).toBe('CONFLICT');

  const leaving = await subscribe(site, premium);
  moveClockTo(site, leaving.periodEnd, -40);
  await askToClose(site, leaving.userId, { cancelRenewals: false });
  expect((await choose(site, leaving, essentials)).body.code).toBe('CONFLICT');
});

describe('the other parent', () => {
  test('CHO3: who pays for a co-parent chooses what their plan becomes; the holder is told, sees it, chooses nothing, and takes over the plan they have', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { ...premium, payForCoparent: true });
    const joe = await coParent(site, payer);
    await drain(site);
    const theirs = { userId: payer.userId, subscriptionId: joe.subscriptionId };
    expect((await choices(site, joe)).body.code).toBe('NOT_FOUND');
    expect((await choices(site, theirs)).body.heldBy).toBe('Joe');
    expect((await choose(site, theirs, essentials)).status).toBe(200);
    await drain(site);
    const mail = (await mailsInOrder(site, payer.coParentEmail)).at(-1);
    expect(plain(mail?.text)).toContain(`From ${day(payer.periodEnd)}, it will be: Essentials, one year.`);
    expect(plain(mail?.text)).not.toMatch(/US\$|Marta/);
    const [seen] = (await billing(site, joe.userId)).subscriptions;
    expect(seen).toMatchObject({ renewsTo: { planName: 'Essentials, one year' }, mayChooseRenewal: false });
    expect(seen?.renewal).toBeNull();
    // Their own plan renews as it is.
    expect((await billing(site, payer.userId)).subscriptions[0]).toMatchObject({ renewsTo: null });

    await setRenewal(site, payer.userId, joe.subscriptionId, false);
    expect((await replaceMethod(site, joe.userId)).status).toBe(200);
    expect((await setRenewal(site, joe.userId, joe.subscriptionId, true)).status).toBe(200);
    await renewOn(site, payer.periodEnd);
    expect(await subscriptionOf(site, joe)).toMatchObject({ packageId: 1002, payerUserId: joe.userId });
    expect((await charges(site)).toSorted()).toEqual([19_800, 19_800, 39_600]);
  });
});

test('CHO4: an upgrade, an end and a restart leave no choice behind; a cancelled renewal keeps it until it is resumed', async () => {
  const site = await openSite();
  const parent = await subscribe(site, essentials);
  await choose(site, parent, { packageId: 1011 });
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  expect((await choices(site, parent)).body.code).toBe('CONFLICT');
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ renewsTo: null, renewal: null });
  await setRenewal(site, parent.userId, parent.subscriptionId, true);
  expect((await choices(site, parent)).body.chosen).toMatchObject({ packageId: 1011 });
  expect((await upgrade(site, parent, premium)).body.outcome).toBe('PAID');
  expect((await choices(site, parent)).body).toMatchObject({ chosen: null, asHeld: { packageId: 1002 } });
  await choose(site, parent, essentials);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await renewOn(site, parent.periodEnd);
  const { db } = site.dependencies;
  expect(await db.selectFrom('renewalChoices').selectAll().execute()).toEqual([]);
});

test('CHO4: a choice, a renewal and an upgrade at once leave one plan that was paid for at its own price', async () => {
  for (const other of ['renewal', 'upgrade', 'choice'] as const) {
    const site = await openSite();
    const parent = await subscribe(site, essentials);
    if (other === 'renewal') moveClockTo(site, parent.periodEnd);
    const racing = {
      renewal: () => runDue(site),
      upgrade: () => upgrade(site, parent, premium),
      choice: () => choose(site, parent, { packageId: 1011 }),
    };
    await Promise.all([
      choose(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] }),
      racing[other](),
    ]);
    await drain(site);
    await renewOn(site, other === 'renewal' ? anniversary(parent.periodEnd, 1) : parent.periodEnd);
    const { packageId } = await subscriptionOf(site, parent);
    const last = (await charges(site)).at(-1);
    expect([packageId, last], other).toEqual(
      { 1001: [1001, 14_400], 1002: [1002, 19_800], 1003: [1003, 10_800], 1011: [1011, 26_400] }[packageId],
    );
  }
});
