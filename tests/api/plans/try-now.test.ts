import { expect, test } from 'vitest';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, charges, coParent, setRenewal } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

type Payer = { userId: string; subscriptionId: string };

const tryNow = async (site: TestSite, { userId, subscriptionId }: Payer) =>
  send<{ code?: string; triesNow?: boolean }>(site.app, {
    method: 'POST',
    path: `/v2/account/subscriptions/${subscriptionId}/renewal/tries`,
    headers: await signedIn(site, userId),
  });

/** Declines every charge until the returned function is called. */
function declineAll(site: TestSite, kind: 'soft' | 'hard') {
  const { gateway } = site.jobDependencies;
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2001', kind, reason: 'card_declined' });
  return () => {
    gateway.sale = realSale;
  };
}

test('TRY1: a declined renewal is tried at once when its payer asks, and charged once however often they ask', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  expect((await tryNow(site, parent)).body.code).toBe('CONFLICT');
  const mend = declineAll(site, 'soft');
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect((await subscriptionOf(site, parent)).retryOn).toBe(addDays(parent.periodEnd, 3));
  // Declined again: the planned tries stay, and it is said again.
  expect((await tryNow(site, parent)).body).toEqual({ triesNow: true });
  await drain(site);
  expect((await subscriptionOf(site, parent)).retryOn).toBe(addDays(parent.periodEnd, 3));
  const declined = (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.includes('could not be'));
  expect(declined).toHaveLength(2);
  // The card is charged four times a day at most.
  for (const code of [undefined, undefined, 'CONFLICT']) {
    expect((await tryNow(site, parent)).body.code).toBe(code);
    await drain(site);
  }
  moveClockTo(site, parent.periodEnd, 2);
  mend();
  const answers = await Promise.all([1, 2, 3].map(() => tryNow(site, parent)));
  expect(answers.map(({ body }) => body)).toEqual([{ triesNow: true }, { triesNow: true }, { triesNow: true }]);
  await drain(site, { times: 2 });
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 14_400]);
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ state: 'CURRENT', waiting: null });
});

test('TRY1: a method that was refused for good is not tried, nor is a cancelled renewal, and only its payer asks', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const joe = await coParent(site, payer);
  const mend = declineAll(site, 'hard');
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  mend();
  expect((await tryNow(site, payer)).body.code).toBe('CONFLICT');
  expect((await tryNow(site, joe)).body.code).toBe('NOT_FOUND');
  expect((await tryNow(site, { ...payer, subscriptionId: joe.subscriptionId })).body.code).toBe('CONFLICT');
  await setRenewal(site, payer.userId, payer.subscriptionId, false);
  expect((await tryNow(site, payer)).body.code).toBe('CONFLICT');
  await drain(site);
  expect(await charges(site)).toEqual([28_800]);
});
