import { expect, test } from 'vitest';
import { lastMail, setRenewal } from '../../../setup/account-calls.ts';
import { choose } from '../../../setup/renewal-choices.ts';
import { openSite, type TestSite } from '../../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, type Subscriber, subscribe } from '../../../setup/subscriber.ts';

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
