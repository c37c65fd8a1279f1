import { sql } from 'kysely';
import { m } from '#messages/messages.js';
import { answeredBy } from '../../setup/balancer.ts';
import { eventually, ledger, mailsTo } from '../../setup/sandbox.ts';
import { countInteractions } from '../count-interactions.ts';
import { expect, expectAccessible, expectFits, join, mailTo, site, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { onRunningSite } from '../running-site.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

/** Cents of the gateway's sales for the sign-up of one address, because parallel journeys sell too. */
async function salesOf({ email }: { email: string }): Promise<number[]> {
  const attempts = await onRunningSite(({ dependencies: { db } }) =>
    db
      .selectFrom('paymentAttempts')
      .innerJoin('registrations', 'registrations.id', 'paymentAttempts.subjectId')
      .select('paymentAttempts.id')
      .where(sql`registrations.parent->>'email'`, '=', email)
      .execute(),
  );
  const own = new Set(attempts.map(({ id }) => id));
  return (await ledger(site().sandbox))
    .filter(({ kind, orderId }) => kind === 'sale' && own.has(orderId))
    .map(({ amountCents }) => amountCents);
}

/** On the phone the plan that its cards start with: another one takes a swipe or a press more. */
const looks = [
  { language: 'en', width: 1280, plan: 'Essentials', paid: 'US$144.00' },
  { language: 'es', width: 360, plan: 'Premium', paid: 'US$198.00' },
] as const;

for (const { language, width, plan, paid } of looks) {
  test(`UX4, UX6, 2.1-4, 2.1-5, 2.2-3, 2.9-4, 2.9-6, 2.9-8: a parent buys with a card, from the landing page to the receipt, in at most 16 fields and 10 presses; every screen is accessible and fits ${width} px (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const journey = parentA(page, { language, plan });
    const look = async (heading: string) => {
      await expect(journey.heading(heading)).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
    };
    const makesMistakes = language === 'en';
    const interactions = await countInteractions(page);
    const shifts = await watchShifts(page);
    const asked = new Set<string | undefined>();
    page.on('response', (answer) => answer.url().includes('/api/') && asked.add(answer.headers()[answeredBy]));
    await journey.open();
    await look(m.landing_heading({}, journey.t));
    await journey.choosePerson();
    await expect(journey.heading(m.your_details_heading({}, journey.t))).toBeVisible();
    if (makesMistakes) await journey.press(m.ui_continue({}, journey.t));
    await look(m.your_details_heading({}, journey.t));
    await journey.details();
    await look(m.co_parent_heading({}, journey.t));
    await journey.family();
    await expect(page.getByRole('button', { name: m.packages_select({}, journey.t) }).first()).toBeVisible();
    await look(m.packages_heading({}, journey.t));
    await journey.plan();
    await look(m.payment_heading_billing({}, journey.t));
    await journey.billing();
    await look(m.payment_heading_payment({}, journey.t));
    await journey.method();
    await journey.review();
    await look(m.payment_heading_review({}, journey.t));
    await journey.payNow().click();
    await look(m.credentials_heading({}, journey.t));
    // The session cannot be read at first: the header changes at once anyway, and nothing moves later.
    await page.route('**/api/v2/sessions/current', (route) => route.abort(), { times: 1 });
    await journey.credentials();
    const myAccount = page.getByRole('link', { name: m.sign_in_my_account({}, journey.t), exact: true });
    await expect(myAccount).toBeVisible();
    await expect(myAccount).toHaveAttribute('href', '/app/login');
    await journey.receipt({ unasked: makesMistakes });
    await look(m.receipt_heading({}, journey.t));
    await expect(myAccount).toHaveAttribute('href', '/app/home');
    expect(shifts.moved()).toEqual([]);
    if (!makesMistakes) {
      expect([...interactions.fields].length, [...interactions.fields].join('\n')).toBeLessThanOrEqual(16);
      expect(interactions.presses.length, interactions.presses.join('\n')).toBeLessThanOrEqual(10);
    }
    expect(asked.size, 'processes that took part').toBe(site().apps);
    // The app stores have no Spanish page.
    await expect(page.getByRole('link', { name: m.receipt_app_store({}, journey.t) })).toHaveCount(
      language === 'en' ? 1 : 0,
    );
    const receipt = await mailTo(journey.parent.email);
    expect(receipt.text).toContain(paid);
    const invite = await mailTo(journey.coParent.email);
    expect(invite.links.some((link) => link.startsWith(join('/invite')))).toBe(true);
    await page.goBack();
    await expect(journey.heading(m.receipt_reloaded_paid_heading({}, journey.t))).toBeVisible();
    await page.goto(join('/step1'));
    await expect(page).toHaveURL(join('/receipt'));
    await expect(page.getByText(m.receipt_reloaded_text({}, journey.t))).toBeVisible();
  });
}

test('UX2, F8, 2.4-4, 2.5-1, 3.1-1, 4.5-2: a reload on each step keeps the place and what was saved; Back shows each step with what was typed, and the way forward again', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.open('/step1');
  await journey.field(m.ui_first_name({}, journey.t)).fill('Ana');
  await page.reload();
  await expect(journey.field(m.ui_first_name({}, journey.t))).toHaveValue('Ana');
  await journey.details();
  await expect(journey.heading(m.co_parent_heading({}, journey.t))).toBeVisible();
  await page.reload();
  await journey.press(m.co_parent_add_child({}, journey.t));
  await page.locator('[name="children.0.firstName"]').fill('Ana');
  await page.locator('[name="children.0.lastName"]').fill('Ruiz');
  await journey.family();
  await expect(journey.heading(m.packages_heading({}, journey.t))).toBeVisible();
  await page.reload();
  await journey.plan();
  await expect(journey.heading(m.payment_heading_billing({}, journey.t))).toBeVisible();
  await page.reload();
  await expect(journey.heading(m.payment_heading_billing({}, journey.t))).toBeVisible();
  await page.goBack();
  await expect(journey.heading(m.packages_heading({}, journey.t))).toBeVisible();
  await page.goBack();
  await expect(journey.heading(m.co_parent_heading({}, journey.t))).toBeVisible();
  await expect(journey.field(m.co_parent_email({}, journey.t))).toHaveValue(journey.coParent.email);
  await expect(page.locator('[name="children.0.firstName"]')).toHaveValue('Ana');
  await page.getByRole('link', { name: m.ui_back({}, journey.t), exact: true }).click();
  await expect(journey.heading(m.your_details_heading({}, journey.t))).toBeVisible();
  await expect(journey.field(m.ui_email({}, journey.t))).toHaveValue(journey.parent.email);
  await journey.press(m.ui_continue({}, journey.t));
  await expect(journey.heading(m.co_parent_heading({}, journey.t))).toBeVisible();
  await journey.press(m.ui_continue({}, journey.t));
  await journey.plan();
  await journey.billing();
  await expect(journey.heading(m.payment_heading_payment({}, journey.t))).toBeVisible();
  await page.reload();
  await journey.billing();
  await journey.method();
  await journey.review();
  await journey.payNow().click();
  await expect(journey.heading(m.credentials_heading({}, journey.t))).toBeVisible();
  await page.reload();
  await expect(journey.heading(m.credentials_heading({}, journey.t))).toBeVisible();
  await page.goto(join('/payment'));
  await expect(page).toHaveURL(/\/credentials$/);
});

test('PAY4, PAY6, 2.8-25: a declined card, then another by a double click: nothing typed is lost and one sale is made', async ({
  page,
}) => {
  const journey = parentA(page, { card: { number: '4000 0000 0000 9995' } });
  await journey.toReview();
  for (const change of [m.payment_change_email, m.payment_change_billing, m.payment_change_method])
    await expect(page.getByRole('main').getByLabel(change({}, journey.t), { exact: true })).toBeVisible();
  await journey.payNow().click();
  await expect(page.getByText(m.decline_insufficient_funds({}, journey.t)).first()).toBeVisible();
  await expect(journey.heading(m.payment_heading_payment({}, journey.t))).toBeVisible();
  await journey.fillCard({ number: '5555 5555 5555 4444' });
  await journey.press(m.payment_review_order({}, journey.t));
  await journey.review();
  // The bill is opened again: the card is required again with the press.
  await journey.press(m.payment_change_billing({}, journey.t));
  await journey.press(m.payment_continue_to_payment({}, journey.t));
  await expect(journey.heading(m.payment_heading_payment({}, journey.t))).toBeVisible();
  await journey.press(m.payment_tab_review({}, journey.t));
  const payments: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/payments'))
      payments.push(request.headers()['idempotency-key'] ?? '');
  });
  let askedForCard = 0;
  const { promise: card, resolve: give } = Promise.withResolvers<void>();
  await page.route('**/payment_methods/credit_cards', async (route) => {
    if (route.request().method() === 'POST') askedForCard += 1;
    await card;
    await route.continue();
  });
  await journey.payNow().dblclick();
  await expect(journey.payNow()).toHaveAttribute('data-waiting');
  give();
  await journey.credentials();
  expect(new Set(payments).size).toBe(1);
  expect(askedForCard).toBe(1);
  expect(await salesOf(journey.parent)).toEqual([14_400]);
  const receipts = await eventually(
    () => mailsTo(site().sandbox, journey.parent.email),
    (mails) => mails.length > 0,
  );
  expect(receipts).toHaveLength(1);
});

test('PAY1: a charge whose response is lost is confirmed on the screen by itself', async ({ page }) => {
  const journey = parentA(page, { card: { number: '4000 0000 0000 0119' } });
  await journey.toReview();
  await journey.payNow().click();
  await expect(journey.heading(m.payment_confirming_heading({}, journey.t))).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(journey.heading(m.payment_confirming_heading({}, journey.t))).toBeVisible();
  await expect(journey.heading(m.credentials_heading({}, journey.t))).toBeVisible({ timeout: 60_000 });
});
