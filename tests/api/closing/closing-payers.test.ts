import { describe, expect, test } from 'vitest';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { askToClose, billing, charges, coParent, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

const keepOpen = async (site: TestSite, userId: string) =>
  send(site.app, { method: 'DELETE', path: '/v2/account/deletion', headers: await signedIn(site, userId) });

const subjects = async (site: TestSite, to: string) => (await mailsInOrder(site, to)).map(({ subject }) => subject);

/** A payer of two plans who asks to close the account on the day of the first reminder. */
async function closingPayer(site: TestSite) {
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await drain(site);
  moveClockTo(site, payer.periodEnd, -30);
  expect((await askToClose(site, payer.userId)).body).toEqual({ closesOn: payer.periodEnd });
  return { payer, other };
}

/** The renewals run before the closing, as when a scan queues them first. */
async function renewBoth(site: TestSite, ...plans: Pick<Subscriber, 'subscriptionId'>[]) {
  for (const { subscriptionId } of plans) await renewSubscription(site.jobDependencies, { subscriptionId });
}

describe('a payer whose account closes on the day of a renewal', () => {
  test('9-21: is charged for no further year, and no page or mail announces one', async () => {
    const site = await openSite();
    const { payer, other } = await closingPayer(site);
    await runDue(site);
    expect((await subjects(site, payer.email)).filter((subject) => subject.includes('renews'))).toEqual([]);
    expect((await billing(site, payer.userId)).subscriptions).toMatchObject(
      Array.from({ length: 2 }, () => ({ autoRenew: false, renewal: null, stillCharged: [], mayResume: false })),
    );
    expect((await setRenewal(site, payer.userId, payer.subscriptionId, true)).status).toBe(409);
    const headers = await signedIn(site, payer.userId);
    expect((await send(site.app, { method: 'GET', path: '/v2/account/upgrades', headers })).body).toMatchObject({
      accountClosesOn: payer.periodEnd,
    });
    expect(await subjects(site, payer.coParentEmail)).toContainEqual(expect.stringMatching(/plan ends on/));
    moveClockTo(site, payer.periodEnd);
    await renewBoth(site, payer, other);
    await runDue(site);
    expect(await charges(site)).toEqual([28_800]);
    for (const plan of [payer, other])
      expect(await subscriptionOf(site, plan)).toMatchObject({ state: 'LAPSED', periodEnd: payer.periodEnd });
    expect((await subjects(site, payer.coParentEmail)).at(-1)).toBe('Your Evenkeel subscription has ended');
  });

  test('9-22: is reminded and charged as before once the closing is cancelled', async () => {
    const site = await openSite();
    const { payer, other } = await closingPayer(site);
    for (const day of [-30, -7]) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site);
    }
    moveClockTo(site, payer.periodEnd, -5);
    await keepOpen(site, payer.userId);
    for (const day of [-5, -4]) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site);
    }
    expect((await subjects(site, payer.email)).filter((subject) => subject.includes('renews'))).toHaveLength(2);
    moveClockTo(site, payer.periodEnd);
    await renewBoth(site, payer, other);
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
  });

  test('9-23: leaves the co-parent free to take over their plan before', async () => {
    const site = await openSite();
    const { payer, other } = await closingPayer(site);
    await replaceMethod(site, other.userId);
    expect((await billing(site, other.userId)).subscriptions).toMatchObject([{ autoRenew: false, mayResume: true }]);
    expect((await setRenewal(site, other.userId, other.subscriptionId, true)).body).toMatchObject({ autoRenew: true });
    moveClockTo(site, payer.periodEnd);
    await renewBoth(site, payer, other);
    await runDue(site);
    expect(await subscriptionOf(site, other)).toMatchObject({ state: 'CURRENT', payerUserId: other.userId });
    expect(await charges(site)).toEqual([28_800, 14_400]);
  });
});

/** A payer of two plans who asks to close five days before both renew, after the announcement. */
async function closingBeforeRenewal(site: TestSite, choice: { cancelRenewals: boolean }) {
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  for (const day of [-30, -7]) {
    moveClockTo(site, payer.periodEnd, day);
    await runDue(site);
  }
  moveClockTo(site, payer.periodEnd, -5);
  const asked = await readDeletion(site, payer.userId);
  const { closesOn } = (await askToClose(site, payer.userId, choice)).body;
  await drain(site);
  return { payer, other, asked, closesOn };
}

const readDeletion = async (site: TestSite, userId: string) =>
  (
    await send<{ renewals: { date: string }[] }>(site.app, {
      method: 'GET',
      path: '/v2/account/deletion',
      headers: await signedIn(site, userId),
    })
  ).body;
const lastText = async (site: TestSite, to: string, subject: RegExp) =>
  (await mailsInOrder(site, to)).findLast((mail) => subject.test(mail.subject))?.text.replaceAll(/\s+/g, ' ') ?? '';

const longDay = (day: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

describe('Y1: an account that closes after its renewals', () => {
  test('Y1: says what would still be charged, cancels it unless told otherwise, and charges nothing more', async () => {
    const site = await openSite();
    const { payer, other, asked, closesOn } = await closingBeforeRenewal(site, { cancelRenewals: true });
    const date = payer.periodEnd;
    expect(asked.renewals).toHaveLength(2);
    expect(asked.renewals).toContainEqual({ heldBy: null, amountFormatted: 'US$144.00', date });
    expect(asked.renewals).toContainEqual({ heldBy: 'Joe', amountFormatted: 'US$144.00', date });
    expect(await readDeletion(site, payer.userId)).toMatchObject({ renewals: [] });
    expect(await lastText(site, payer.email, /will be closed/)).toContain('No renewal is charged before that day.');
    expect(await subjects(site, payer.coParentEmail)).toContainEqual(
      expect.stringMatching(/will not renew|does not renew/),
    );
    for (let day = 0; day < 30; day += 3) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site);
    }
    expect(await charges(site)).toEqual([28_800]);
    for (const plan of [payer, other]) expect(await subscriptionOf(site, plan)).toMatchObject({ state: 'LAPSED' });
    const until = `You asked to close your account on ${longDay(closesOn)}. You can log in and read everything until then.`;
    expect(await lastText(site, payer.email, /^Your .* renewal is canceled/)).toContain(until);
    const ended = await lastText(site, payer.email, /^Your .* subscription has ended/);
    expect(ended).toContain(until);
    expect(ended).not.toContain('/account/restart');
  });

  test('Y1: charges what its owner chose to have renewed, and notice and receipt say that the plan ends with it', async () => {
    const site = await openSite();
    const { payer, closesOn } = await closingBeforeRenewal(site, { cancelRenewals: false });
    expect(await lastText(site, payer.email, /will be closed/)).toContain('Your plan renews on');
    moveClockTo(site, payer.periodEnd);
    await runDue(site);
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
    const ends = longDay(closesOn);
    const receipts = (await mailsInOrder(site, payer.email)).filter(({ subject }) => /receipt|renewed/i.test(subject));
    expect(receipts.slice(-2).filter(({ text }) => text.includes(ends))).toHaveLength(1);
  });

  test('Y1: cancels what the other parent pays for its owner, without their amount', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await drain(site);
    moveClockTo(site, payer.periodEnd, -10);
    expect((await readDeletion(site, other.userId)).renewals).toEqual([
      { heldBy: null, amountFormatted: null, date: payer.periodEnd },
    ]);
    await askToClose(site, other.userId);
    expect(await subscriptionOf(site, other)).toMatchObject({ state: 'CURRENT', autoRenew: false });
    expect(await subscriptionOf(site, payer)).toMatchObject({ state: 'CURRENT', autoRenew: true });
  });

  test('Y1: leaves a canceled renewal canceled when it is kept, and says so', async () => {
    const site = await openSite();
    const { payer } = await closingBeforeRenewal(site, { cancelRenewals: true });
    expect((await keepOpen(site, payer.userId)).body).toEqual({ kept: true, renewsNoMore: true });
    expect(await subscriptionOf(site, payer)).toMatchObject({ state: 'CURRENT', autoRenew: false });
  });
});

test('9-24: a declined renewal is not tried again on the day on which its payer’s account closes, and no mail says so', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  moveClockTo(site, parent.periodEnd, -27);
  await askToClose(site, parent.userId, { cancelRenewals: false });
  const { gateway } = site.jobDependencies;
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  gateway.sale = realSale;
  const retryOn = addDays(parent.periodEnd, 3);
  expect(await subscriptionOf(site, parent)).toMatchObject({ retryOn });
  const declined = (await mailsInOrder(site, parent.email)).at(-1);
  expect(declined?.subject).toBe('Your Evenkeel renewal could not be charged');
  const day = longDay(retryOn);
  expect(declined?.text.replaceAll(/\s+/g, ' ')).not.toContain(day);
  moveClockTo(site, retryOn);
  await renewBoth(site, parent);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400]);
});
