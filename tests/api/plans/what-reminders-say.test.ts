import { expect, test } from 'vitest';
import { billing, charges } from '../../setup/account-calls.ts';
import { addressInMinnesota } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, type Subscriber, subscribe } from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const providence = { ...addressInMinnesota, city: 'Providence', region: 'RI', postalCode: '02903' };
const auckland = { ...addressInMinnesota, city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ' };
const inRhodeIsland = { address: { address: providence, timeZone: 'America/New_York' } };

async function reminder(site: TestSite, parent: Subscriber): Promise<string> {
  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site);
  const mails = await mailsInOrder(site, parent.email);
  return mails.findLast(({ subject }) => /renews on|se renueva/.test(subject))?.text.replaceAll(/\s+/g, ' ') ?? '';
}

test.each([
  ['a coupon', { codes: ['WELCOME10'] }, 'US$138.67', 'A discount or a code lowered the last payment.'],
  ['a code', { codes: ['HALF-OFF0-DEMO'] }, 'US$77.04', 'A discount or a code lowered the last payment.'],
  ['two years', { packageId: 1011 }, 'US$282.48', 'The last payment was for two years, and this renewal is for one.'],
])(
  'Y9: after %s a reminder states last payment, amount, tax and why they differ',
  async (_what, bought, before, why) => {
    const site = await openSite();
    const text = await reminder(site, await subscribe(site, { ...inRhodeIsland, ...bought }));
    expect(text).toContain(`your last payment was ${before}, and this renewal costs US$154.08. ${why}`);
    expect(text).toContain(`Last payment: ${before} Amount: US$154.08 Including Sales tax: US$10.08`);
  },
);

test('Y9: after an upgrade a reminder states what was paid for the whole term', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  moveClockTo(site, parent.periodEnd, -182);
  await upgrade(site, parent, { packageId: 1002 });
  expect(await charges(site)).toEqual([14_400, 2_693]);
  const text = await reminder(site, parent);
  expect(text).toContain(
    'you paid US$170.93 for the current term, and this renewal costs US$198.00. That includes your upgrade',
  );
  expect(text).toContain('Paid for this term: US$170.93 Amount: US$198.00');
});

test('Y9: a plan that was upgraded on its first day renews for what was paid, and no change is mentioned', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await upgrade(site, parent, { packageId: 1002 });
  const text = await reminder(site, parent);
  expect(text).toContain('Amount: US$198.00');
  expect(text).not.toMatch(/has changed|Last payment/);
});

test('Y9: a reminder of the same amount mentions no change', async () => {
  const site = await openSite();
  const text = await reminder(site, await subscribe(site, inRhodeIsland));
  expect(text).toContain('Amount: US$154.08');
  expect(text).not.toMatch(/has changed|Last payment/);
});

test('Y9: billing names only days of reminders that are still to come', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const days: number[] = [];
  for (const before of [-31, -30, -8, -7, -1]) {
    moveClockTo(site, parent.periodEnd, before);
    days.push((await billing(site, parent.userId)).subscriptions[0]?.term.reminders.length ?? -1);
  }
  expect(days).toEqual([2, 1, 1, 0, 0]);
});

test('Y9: dates in English are written as in the reader’s country', async () => {
  const site = await openSite();
  const parent = await subscribe(site, {
    address: { address: auckland, timeZone: 'Pacific/Auckland' },
    packageId: 4061,
    agreedToTerms: true,
  });
  await drain(site);
  const [receipt] = await mailsInOrder(site, parent.email);
  expect(receipt?.text).toMatch(/\b\d{1,2} [A-Z][a-z]+ \d{4}\b/);
  expect(receipt?.text).not.toMatch(/\b[A-Z][a-z]+ \d{1,2}, \d{4}\b/);
});

test('Y10: a co-parent who is invited with the payment keeps what is paid for them, as the receipt says', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  await drain(site);
  const [receipt] = await mailsInOrder(site, parent.email);
  expect(receipt?.text.replaceAll(/\s+/g, ' ')).toContain('stays theirs, because they have been invited');
});
