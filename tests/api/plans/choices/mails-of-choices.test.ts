import { expect, test } from 'vitest';
import type { readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listUpgrades } from '#contract/api/upgrades.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { extendPlan } from '#server/plans/grant-days.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { charges, coParent, lastMail, replaceMethod, setRenewal } from '../../../setup/account-calls.ts';
import { issueCode, payWithCode } from '../../../setup/codes/own-codes.ts';
import { choose } from '../../../setup/renewal-choices.ts';
import { send } from '../../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../../setup/subscriber.ts';
import { upgrade } from '../../../setup/upgrade-calls.ts';

const premium = { packageId: 1002 };
const premiumForTwoYears = { packageId: 1012 };
const plain = (text = '') => text.replaceAll(/\s+/g, ' ');

async function cancelAndResume(site: TestSite, { userId, subscriptionId }: Subscriber): Promise<void> {
  await setRenewal(site, userId, subscriptionId, false);
  await setRenewal(site, userId, subscriptionId, true);
  await drain(site);
}

test('CHO1: who resumes a renewal that is chosen for two years is told so, and what the years after them cost', async () => {
  const site = await openSite();
  const parent = await subscribe(site, premium);
  await choose(site, parent, premiumForTwoYears);
  await cancelAndResume(site, parent);
  expect(plain((await lastMail(site, parent))?.text)).toContain(
    'for two years, for US$360.00. After that it renews every year for US$198.00',
  );
});

test('CHO1: the notice of a renewal that is chosen for two years says that the last payment was for one', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { ...premium, announced: false });
  await choose(site, parent, premiumForTwoYears);
  moveClockTo(site, parent.periodEnd, -7);
  await runDue(site, { announced: false });
  const notice = plain((await lastMail(site, parent))?.text);
  expect(notice).toContain('your last payment was US$198.00, and this renewal costs US$360.00.');
  expect(notice).toContain('The last payment was for one year, and this renewal is for two.');
  expect(notice).not.toContain('this renewal is for one');
});

test('CHO1: the mail about a choice leaves although support adds days before it was sent, and names the new day', async () => {
  const site = await openSite();
  const parent = await subscribe(site, premium);
  await choose(site, parent, { packageId: 1001 });
  const extension = { subscriptionId: parent.subscriptionId, days: 10, at: site.clock.now() };
  await site.dependencies.db.transaction().execute((trx) => extendPlan(trx, extension));
  await drain(site);
  const day = longDate(addDays(parent.periodEnd, 10), { language: 'en' });
  const sent = (await mailsInOrder(site, parent.email)).find(({ subject }) => subject.endsWith('is changed'));
  expect(plain(sent?.text)).toContain(`From ${day}, the plan will be: Essentials, one year.`);
});

test('CHO3: the question about a plan for a co-parent who never joined says that its amount is for two years', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { ...premium, payForCoparent: true, announced: false });
  const { id: subscriptionId } = await site.dependencies.db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '!=', parent.subscriptionId)
    .executeTakeFirstOrThrow();
  await choose(site, { ...parent, subscriptionId }, premiumForTwoYears);
  moveClockTo(site, parent.periodEnd, -45);
  await runDue(site, { announced: false });
  const question = (await mailsInOrder(site, parent.email)).find(({ subject }) =>
    subject.endsWith('plan you pay for?'),
  );
  expect(plain(question?.text)).toContain('You chose two years for it: they cost US$360.00.');
});

test('CHO3: a holder is told what a year of their plan costs themselves, not what its payer had chosen for them', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { ...premium, payForCoparent: true });
  const joe = await coParent(site, payer);
  await choose(site, { ...payer, subscriptionId: joe.subscriptionId }, { packageId: 1001 });
  const { body } = await send<AnswerOf<typeof listUpgrades>>(site.app, {
    method: 'GET',
    path: '/v2/account/upgrades',
    headers: await signedIn(site, joe.userId),
  });
  expect(body.current).toMatchObject({ currentSubscriptionPriceFormatted: 'US$198.00', renewsTo: null });
  await setRenewal(site, payer.userId, joe.subscriptionId, false);
  moveClockTo(site, payer.periodEnd, -30);
  await runDue(site, { announced: false });
  const ending = (await mailsInOrder(site, payer.coParentEmail)).find(({ subject }) =>
    subject.startsWith('Your plan ends'),
  );
  expect(plain(ending?.text)).toContain('A year costs US$198.00 then.');
  await replaceMethod(site, joe.userId);
  await setRenewal(site, joe.userId, joe.subscriptionId, true);
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  expect((await charges(site)).toSorted()).toEqual([19_800, 19_800, 39_600]);
});

test('CHO1: the end of a year that a code paid is announced with the price of a year, not of the two that were chosen', async () => {
  const site = await openSite();
  const parent = await subscribe(site, premium);
  moveClockTo(site, parent.periodEnd, -10);
  await issueCode(site, 19_800);
  expect((await payWithCode(site, parent, 19_800)).status).toBe(200);
  moveClockTo(site, parent.periodEnd);
  expect((await choose(site, parent, premiumForTwoYears)).status).toBe(200);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  moveClockTo(site, (await subscriptionOf(site, parent)).periodEnd, -30);
  await runDue(site, { announced: false });
  expect(plain((await lastMail(site, parent))?.text)).toContain('A year costs US$198.00 then.');
});

test('CHO1: a receipt that is read or mailed again says what the plan renews for now, after a choice or an upgrade', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const { id: orderId } = await site.dependencies.db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  const headers = await signedIn(site, parent.userId);
  const path = `/v2/account/receipts/${orderId}`;
  const read = async () =>
    (await send<AnswerOf<typeof readReceipt>>(site.app, { method: 'GET', path, headers })).body.receipt.renewals;
  const [bought] = await read();
  expect(bought).toMatchObject({ amountFormatted: 'US$144.00', date: parent.periodEnd });
  await upgrade(site, parent, premium);
  expect(await read()).toEqual([{ ...bought, amount: 19_800, amountFormatted: 'US$198.00' }]);
  await choose(site, parent, premiumForTwoYears);
  const forTwo = { amount: 36_000, amountFormatted: 'US$360.00', yearlyFormatted: 'US$198.00' };
  expect(await read()).toEqual([{ ...bought, ...forTwo }]);
  await drain(site);
  const again = await send(site.app, { method: 'POST', path: `${path}/mail`, headers });
  expect(again.status).toBe(200);
  await drain(site);
  const receipts = (await mailsInOrder(site, parent.email)).filter(
    ({ subject }) => subject === 'Your Evenkeel receipt',
  );
  const renewalIn = (text: string) => /renews on .*? for (two years, for )?(US\$\d+\.\d\d)/.exec(plain(text))?.[2];
  expect(receipts.map(({ text }) => renewalIn(text))).toEqual(['US$144.00', 'US$360.00']);
});
