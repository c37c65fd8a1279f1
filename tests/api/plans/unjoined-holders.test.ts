import { describe, expect, test } from 'vitest';
import { askAboutUnjoined } from '#server/plans/ask-about-unjoined.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { billing, charges, coParent, setRenewal } from '../../setup/account-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, type Subscriber, subscribe } from '../../setup/subscriber.ts';

/** A payer of two plans, one for a co-parent who never joined; nothing was announced yet. */
async function payingForTwo(site: TestSite) {
  const payer = await subscribe(site, { payForCoparent: true, announced: false });
  await drain(site);
  const { id: subscriptionId } = await site.dependencies.db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '!=', payer.subscriptionId)
    .executeTakeFirstOrThrow();
  return { payer, unjoined: { ...payer, subscriptionId } };
}

async function pass(site: TestSite, { periodEnd }: Subscriber, days: readonly number[]): Promise<void> {
  for (const day of days) {
    moveClockTo(site, periodEnd, day);
    await runDue(site, { announced: false });
  }
}

const questions = async (site: TestSite, to: string) =>
  (await mailsInOrder(site, to)).filter(({ subject }) => subject.endsWith('plan you pay for?'));

const planOf = async ({ dependencies: { db } }: TestSite, { subscriptionId }: Subscriber) =>
  db
    .selectFrom('subscriptions')
    .select(['state', 'autoRenew', 'periodEnd'])
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();

describe('Y2: a plan for a co-parent who never joined', () => {
  test('Y2: is asked about before any reminder, and without an answer it does not renew', async () => {
    const site = await openSite();
    const { payer, unjoined } = await payingForTwo(site);
    await pass(site, payer, [-46]);
    expect(await questions(site, payer.email)).toEqual([]);
    await pass(site, payer, [-45, -44, -30, -7]);
    const [question, ...others] = await questions(site, payer.email);
    expect(others).toEqual([]);
    expect(question?.text).toContain('US$144.00');
    const reminders = (await mailsInOrder(site, payer.email)).filter(({ subject }) => subject.includes('renews on'));
    expect(reminders.map(({ subject }) => subject.includes('Joe'))).toEqual([false, false]);
    expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
      { notJoined: false, autoRenew: true },
      { notJoined: true, autoRenew: false, mayResume: true, renewal: null },
    ]);
    await pass(site, payer, [0, 1, 30]);
    expect(await charges(site)).toEqual([28_800, 14_400]);
    expect(await planOf(site, unjoined)).toMatchObject({ state: 'LAPSED' });
  });

  test('Y2: renews for a year if its payer says so, and is asked about again before the next', async () => {
    const site = await openSite();
    const { payer, unjoined } = await payingForTwo(site);
    await pass(site, payer, [-45]);
    expect((await setRenewal(site, payer.userId, unjoined.subscriptionId, true)).status).toBe(200);
    await pass(site, payer, [-30, -7, 0]);
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
    const next = { ...unjoined, periodEnd: (await planOf(site, unjoined)).periodEnd };
    await pass(site, next, [-45]);
    expect(await questions(site, payer.email)).toHaveLength(2);
    expect(await planOf(site, unjoined)).toMatchObject({ state: 'CURRENT', autoRenew: false });
  });

  test('Y2: is not asked about once they have joined', async () => {
    const site = await openSite();
    const { payer } = await payingForTwo(site);
    await coParent(site, payer);
    await pass(site, payer, [-45, -30, -7, 0]);
    expect(await questions(site, payer.email)).toEqual([]);
    expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
  });

  test('Y2: is charged for by no late scan, retry or second worker before its payer was asked', async () => {
    const site = await openSite();
    const { payer, unjoined } = await payingForTwo(site);
    const [ask, renew] = [askAboutUnjoined, renewSubscription];
    moveClockTo(site, payer.periodEnd, 3);
    await renew(site.jobDependencies, unjoined);
    await Promise.all([ask(site.dependencies, unjoined), ask(site.dependencies, unjoined)]);
    await drain(site);
    await pass(site, payer, [3, 4]);
    expect(await questions(site, payer.email)).toHaveLength(1);
    expect(await planOf(site, unjoined)).toMatchObject({ state: 'LAPSED' });
    expect((await charges(site)).length).toBeLessThan(3);
  });
});
