import { expect, test } from 'vitest';
import { addDays } from '#server/subscriptions/calendar.ts';
import { charges, lastMail, setRenewal } from '../../setup/account-calls.ts';
import { choices } from '../../setup/renewal-choices.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { drain, moveClockTo, runDue, type Subscriber, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

const bea = (site: TestSite) => staffHeaders(site, ['BILLING']);
const offered = async (site: TestSite, { userId }: Subscriber) =>
  offerOf(await viewPerson(site, await bea(site), userId), 'CHOOSE_RENEWAL');
const decide = async (site: TestSite, { userId, subscriptionId }: Subscriber, plan: string) =>
  performAction(site, await bea(site), userId, { action: 'CHOOSE_RENEWAL', subject: subscriptionId, inputs: { plan } });

test('CHO8: staff choose what a plan renews to, as its payer could: mailed, charged on the day, dropped again', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  const [input] = (await offered(site, parent))?.inputs ?? [];
  expect(input).toMatchObject({
    kind: 'choice',
    options: expect.arrayContaining([{ value: '1002', label: 'Premium, one year' }]),
  });
  expect((await decide(site, parent, '1002')).json()).toMatchObject({ state: 'DONE' });
  await drain(site);
  expect((await lastMail(site, parent))?.text).toContain('Premium');
  expect((await choices(site, parent)).body.chosen).toMatchObject({ packageId: 1002, amount: 19_800 });
  await decide(site, parent, 'AS_HELD');
  expect((await choices(site, parent)).body.chosen).toBeNull();
  await decide(site, parent, '1002');
  expect(await charges(site)).toEqual([14_400]);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 19_800]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1002 });
});

test('CHO8: it is offered neither for a plan that ends nor with a plan of another list', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  expect((await decide(site, parent, '3061')).statusCode).toBeGreaterThanOrEqual(400);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  expect(await offered(site, parent)).toBeUndefined();
  expect((await decide(site, parent, '1002')).statusCode).toBeGreaterThanOrEqual(400);
});

test('MOV1: for a payer who has moved, staff are offered the plans of the new country, and can choose each', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const sydney = { line1: '1 Main Street', city: 'Sydney', region: 'NSW', postalCode: '2000', country: 'AU' };
  await site.dependencies.db.updateTable('users').set(sydney).where('id', '=', parent.userId).execute();
  const [input] = (await offered(site, parent))?.inputs ?? [];
  const values = input?.kind === 'choice' ? input.options.map(({ value }) => value) : [];
  expect(values).toEqual(['AS_HELD', '3061', '3063']);
  for (const value of values.toReversed())
    expect((await decide(site, parent, value)).json(), value).toMatchObject({ state: 'DONE' });
});

test('who resumes a renewal for somebody in its last week is told the day of the charge: a week after its announcement', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { announced: false });
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  const today = moveClockTo(site, parent.periodEnd, -3);
  const resume = offerOf(await viewPerson(site, await bea(site), parent.userId), 'RESUME_RENEWAL');
  expect(resume?.sentences[0]).toContain(`on ${addDays(today, 7)} their payment method is charged`);
});
