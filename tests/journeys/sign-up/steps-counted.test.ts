import type { AnalyticsEvent } from '#contract/api/analytics.ts';
import { type AnalyticsStep, analyticsSteps } from '#contract/sign-up/analytics-events.ts';
import { m } from '#messages/messages.js';
import { expect, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';

/** Steps of other flows: invited parents, professionals, and experiments. */
const notOnThisWay: readonly AnalyticsStep[] = [
  'Venmo',
  'Apple Pay',
  'Google Pay',
  'Welcome Page',
  'Contact Information',
  'Parent B Email Prompt',
];

test('2.12-2: each step of a purchase is counted when shown and when submitted, without any input', async ({
  page,
}) => {
  const told = new Map<string, number>();
  let bodies = '';
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/batch')) return;
    const body = request.postData() ?? '{"batch":[]}';
    bodies += body;
    for (const event of (JSON.parse(body) as { batch: AnalyticsEvent[] }).batch) {
      if (event.type === 'track') told.set(event.event, (told.get(event.event) ?? 0) + 1);
    }
  });
  const journey = parentA(page, { plan: 'build-your-own' });
  await journey.open('/step1');
  await journey.details();
  await journey.family();
  await journey.plan();
  await journey.press(m.ui_continue({}, journey.t));
  await journey.billing();
  await expect(journey.heading(m.payment_heading_payment({}, journey.t))).toBeVisible();
  await journey.method();
  await journey.review();
  await page.getByRole('button', { name: m.payment_back_to_payment({}, journey.t) }).click();
  await journey.inWallet('PayPal', 'approve');
  await journey.review();
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
  await journey.press(m.sign_in_my_account({}, journey.t));
  const wanted = analyticsSteps.filter((step) => !notOnThisWay.includes(step));
  const events = wanted.flatMap((step) => [`${step} Viewed`, `${step} Submitted`]);
  await expect.poll(() => events.filter((event) => !told.has(event)), { timeout: 20_000 }).toEqual([]);
  expect(told.get('Billing Information Viewed')).toBe(1);
  for (const typed of [journey.parent.email, journey.coParent.email, journey.parent.phone, journey.address.line])
    expect(bodies).not.toContain(typed);
});
