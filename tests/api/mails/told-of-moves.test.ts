import { expect, test } from 'vitest';
import { askToClose, billing, coParent } from '../../setup/account-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, mailsInOrder, moveClockTo, type Subscriber, subscribe } from '../../setup/subscriber.ts';

const byStaff = async (
  site: TestSite,
  { userId, subscriptionId: subject }: Pick<Subscriber, 'userId' | 'subscriptionId'>,
) => {
  const done = await performAction(site, await staffHeaders(site, ['BILLING']), userId, {
    action: 'EXTEND_PLAN',
    subject,
    inputs: { days: 20 },
  });
  expect(done.json()).toMatchObject({ state: 'DONE' });
  await drain(site);
};
const told = async (site: TestSite, email: string) =>
  (await mailsInOrder(site, email)).map(({ subject, text }) => `${subject}\n${text.replaceAll(/\s+/g, ' ')}`);

test('TOL2: a holder for whom another pays is promised no mails before a moved renewal', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await drain(site);
  const before = (await told(site, payer.coParentEmail)).length;
  await byStaff(site, other);
  const mails = (await told(site, payer.coParentEmail)).slice(before);
  expect(mails).toHaveLength(1);
  expect(mails[0]).not.toContain('30 and 7 days before');
});

test('TOL2: nobody is told that a plan renews whose payer closes the account before', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  moveClockTo(site, parent.periodEnd, -100);
  await askToClose(site, parent.userId);
  await drain(site);
  const before = (await told(site, parent.email)).length;
  await byStaff(site, parent);
  expect((await billing(site, parent.userId)).subscriptions[0]?.autoRenew).toBe(false);
  const mails = (await told(site, parent.email)).slice(before);
  expect(mails.filter((text) => text.includes('now renews'))).toEqual([]);
});
