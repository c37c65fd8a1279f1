import { expect, test } from 'vitest';
import { readUser } from '#server/identity/user-repository.ts';
import { plansAhead } from '#server/plans/plan-outlook.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { askToClose, billing, charges, coParent, setRenewal } from '../../setup/account-calls.ts';
import { openSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { openSuspendable } from '../../setup/suspended.ts';

test('9-21: a renewal that could only be charged after the account has closed is neither announced nor shown as one', async () => {
  const { site, turn, pass } = await openSuspendable();
  const payer = await subscribe(site, { payForCoparent: true, announced: false });
  const other = await coParent(site, payer);
  const due = payer.periodEnd;
  await pass(addDays(due, -30), addDays(due, -30));
  await pass(addDays(due, -7), addDays(due, -7));
  await turn('SUSPEND_CHARGES');
  await pass(due, due);
  await askToClose(site, payer.userId, { cancelRenewals: false });
  const closesOn = addDays(due, 30);
  await pass(addDays(due, 26), addDays(due, 26));
  const told = (await mailsInOrder(site, payer.email)).length;
  await turn('RESUME_CHARGES');
  expect(await pass(addDays(due, 26), addDays(due, 28))).toEqual([]);
  const subjects = (await mailsInOrder(site, payer.email)).slice(told).map(({ subject }) => subject);
  expect(subjects).toEqual([]);
  expect((await billing(site, payer.userId)).subscriptions).toMatchObject(
    Array.from({ length: 2 }, () => ({
      state: 'CURRENT',
      autoRenew: false,
      renewal: null,
      periodEnd: addDays(due, 29),
      stillCharged: [],
    })),
  );
  const reader = await readUser(site.dependencies.db, payer.userId);
  if (!reader) throw new Error('The payer is missing');
  expect(await plansAhead(site.jobDependencies, { reader })).toMatchObject(
    Array.from({ length: 2 }, () => ({ next: 'ENDS', on: addDays(due, 29) })),
  );
  expect(await pass(closesOn, addDays(closesOn, 10))).toEqual([]);
  expect(await charges(site)).toEqual([28_800]);
  expect(await subscriptionOf(site, other)).toMatchObject({ state: 'LAPSED' });
});

test('9-21: a renewal is not resumed if its charge would come after the account has closed', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { announced: false });
  await setRenewal(site, payer.userId, payer.subscriptionId, false);
  moveClockTo(site, payer.periodEnd, -28);
  // Two days after the renewal's own day.
  await askToClose(site, payer.userId);
  moveClockTo(site, payer.periodEnd, -4);
  expect((await billing(site, payer.userId)).subscriptions).toMatchObject([{ mayResume: false }]);
  expect((await setRenewal(site, payer.userId, payer.subscriptionId, true)).status).toBe(409);
  moveClockTo(site, payer.periodEnd, -6);
  expect((await setRenewal(site, payer.userId, payer.subscriptionId, true)).status).toBe(200);
  await drain(site);
  expect((await mailsInOrder(site, payer.email)).at(-1)?.subject).toContain('will renew');
});
