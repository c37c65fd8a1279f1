import { walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { ledger } from '../../setup/sandbox.ts';
import { expect, expectAccessible, mailTo, site, test } from '../journey.ts';
import { london, parentA } from '../parent-a.ts';

const vancouver = {
  country: 'CA',
  line: '100 Robson Street',
  city: 'Vancouver',
  region: 'BC',
  postalCode: 'V6B 1A1',
  timezone: 'America/Vancouver',
};
const sydney = {
  country: 'AU',
  line: '1 George Street',
  city: 'Sydney',
  region: 'NSW',
  postalCode: '2000',
  timezone: 'Australia/Sydney',
};
const paris = {
  country: 'FR',
  line: '1 rue de Rivoli',
  city: 'Paris',
  region: 'Paris',
  postalCode: '75001',
  timezone: null,
};

type Journey = ReturnType<typeof parentA>;

/** The sale request at the gateway for the order on the receipt. */
async function salesOf(transactionId: string) {
  return (await ledger(site().sandbox)).filter(
    (entry) => entry.kind === 'sale' && entry.transactionId === transactionId,
  );
}

async function payUpToReceipt(journey: Journey) {
  await journey.review();
  await journey.payNow().click();
  await journey.credentials();
  await journey.receipt();
}

test('L12, 2.8-14, 2.8-15, 3.7-4, 4.5-4: PayPal: approved in its window, straight to the review, paid, and named on the receipt', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.toMethod();
  for (const wallet of ['PayPal', 'Venmo'] as const)
    await expect(
      page.getByRole('button', { name: m.payment_methods_wallet_pay({ wallet }, journey.t), exact: true }),
    ).toBeVisible();
  await journey.inWallet('PayPal', 'approve');
  await expect(journey.heading(m.payment_heading_review({}, journey.t))).toBeVisible();
  await page.getByRole('button', { name: m.payment_back_to_payment({}, journey.t) }).click();
  await expect(page.getByText(m.payment_methods_wallet_authorized({ wallet: 'PayPal' }, journey.t))).toBeVisible();
  await expectAccessible(page);
  await journey.press(m.payment_review_order({}, journey.t));
  await payUpToReceipt(journey);
  const payment = page.getByRole('region', { name: m.receipt_payment_information({}, journey.t) });
  await expect(payment).toContainText('PayPal');
  const transaction = await payment
    .locator('div', { hasText: m.receipt_transaction({}, journey.t) })
    .locator('dd')
    .last()
    .innerText();
  expect((await salesOf(transaction)).map(({ amountCents }) => amountCents)).toEqual([14_400]);
});

test('2.8-16: Venmo: approving it discards a PayPal approval, and the receipt names Venmo', async ({ page }) => {
  const journey = parentA(page);
  await journey.toMethod();
  await journey.inWallet('PayPal', 'approve');
  await page.getByRole('button', { name: m.payment_back_to_payment({}, journey.t) }).click();
  await journey.inWallet('Venmo', 'approve');
  await expect(journey.heading(m.payment_heading_review({}, journey.t))).toBeVisible();
  await page.getByRole('button', { name: m.payment_back_to_payment({}, journey.t) }).click();
  await expect(page.getByText(m.payment_methods_wallet_authorized({ wallet: 'Venmo' }, journey.t))).toBeVisible();
  await expect(page.getByText(m.payment_methods_wallet_authorized({ wallet: 'PayPal' }, journey.t))).toHaveCount(0);
  await journey.press(m.payment_review_order({}, journey.t));
  await payUpToReceipt(journey);
  await expect(page.getByRole('region', { name: m.receipt_payment_information({}, journey.t) })).toContainText('Venmo');
});

test('PAY9: leaving a wallet charges nothing, says so, keeps the card that was typed; the card can be chosen after all', async ({
  page,
}) => {
  const journey = parentA(page);
  await journey.toMethod();
  await journey.fillCard();
  await journey.inWallet('PayPal', 'cancel');
  await expect(page.getByText(m.payment_methods_wallet_cancelled({ wallet: 'PayPal' }, journey.t))).toBeVisible();
  const closed = page.waitForEvent('popup');
  await page
    .getByRole('button', { name: m.payment_methods_wallet_pay({ wallet: 'Venmo' }, journey.t), exact: true })
    .click();
  await (await closed).close();
  await expect(page.getByText(m.payment_methods_wallet_cancelled({ wallet: 'Venmo' }, journey.t))).toBeVisible();
  await journey.inWallet('PayPal', 'approve');
  await journey.press(m.payment_back_to_payment({}, journey.t));
  await journey.press(m.payment_card_instead({}, journey.t));
  await expect(
    page.getByText(m.payment_paying_with({ method: m.payment_card_title({}, journey.t) }, journey.t)),
  ).toBeFocused();
  await journey.press(m.payment_review_order({}, journey.t));
  await payUpToReceipt(journey);
  await expect(page.getByText(m.receipt_card_ending({ lastFour: '1111' }, journey.t))).toBeVisible();
});

test('2.8-18, 2.8-21, 2.8-37, 4.5-6, 5.6-1, 5.6-3: a British bill: no wallet of any kind, a line of VAT; an unfinished card leads to each of its fields, and nothing is paid before the terms are ticked', async ({
  page,
}) => {
  // Its bank would not challenge, though a card that is stored for renewals must be authenticated.
  const card = { number: '4000 0000 0000 2701' };
  const journey = parentA(page, { phoneCode: '+44', address: london, card });
  await journey.toMethod();
  for (const wallet of Object.values(walletNames))
    await expect(page.getByRole('button', { name: m.payment_methods_wallet_pay({ wallet }, journey.t) })).toHaveCount(
      0,
    );
  const summary = await journey.summary();
  await expect(summary).toContainText('US$28.80');
  await expect(summary).toContainText('US$172.80');
  await journey.fillCard({ number: '4111 1111', expiration: '13/39', code: '1' });
  await page
    .getByRole('button', { name: m.payment_review_order({}, journey.t), disabled: true })
    .click({ force: true });
  const problems = page.getByRole('group', { name: m.ui_problem_title({}, journey.t) });
  await expect(problems).toBeFocused();
  for (const text of [
    m.payment_methods_number_invalid,
    m.payment_methods_expiration_invalid,
    m.payment_methods_code_invalid,
  ])
    await expect(problems.getByRole('link', { name: text({}, journey.t) })).toBeVisible();
  await expectAccessible(page);
  await journey.method();
  await expect(journey.heading(m.payment_heading_review({}, journey.t))).toBeVisible();
  const terms = page.getByRole('checkbox', { name: m.payment_consent_terms({}, journey.t) });
  await expect(terms).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: m.payment_consent_marketing({}, journey.t) })).not.toBeChecked();
  await expect(page.getByText(m.payment_agree_by_paying({}, journey.t))).toHaveCount(0);
  await expect(journey.payNow()).toBeDisabled();
  await journey.payNow().click({ force: true });
  await expect(terms).toBeFocused();
  await expect(page.getByText(m.field_terms_required({}, journey.t), { exact: true })).toBeVisible();
  await expectAccessible(page);
  const paymentRequest = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/payments'),
  );
  await payUpToReceipt(journey);
  // The fraud check of British cards gets device data.
  expect((await paymentRequest).postDataJSON()).toMatchObject({
    payment: { deviceData: expect.stringContaining('correlation_id') },
  });
  await expect(page.getByRole('region', { name: m.payment_order_summary({}, journey.t) })).toContainText('US$172.80');
});

test('3.3-1, 9-35: British packages have VAT inside: said on the card, no tax line, doubled for the co-parent', async ({
  page,
}) => {
  const journey = parentA(page, { phoneCode: '+44', address: london, plan: 'Essentials' });
  await journey.toPlans({ query: '?experiment=uk-packages:treatment' });
  const essentials = page.getByRole('article', { name: 'Essentials' });
  await expect(essentials).toContainText('US$150.00');
  await expect(essentials).toContainText(m.packages_including_tax({ tax: m.tax_vat({}, journey.t) }, journey.t));
  await journey.plan();
  await journey.billing();
  await expect(journey.heading(m.payment_heading_payment({}, journey.t))).toBeVisible();
  const summary = await journey.summary();
  const included = (amount: string) =>
    m.payment_line_included(
      { label: m.price_including_tax({ tax: m.tax_vat({}, journey.t) }, journey.t), amount },
      journey.t,
    );
  await expect(summary.getByText(included('US$25.00'))).toBeVisible();
  await expect(summary.getByRole('term').filter({ hasText: /VAT|Tax/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, journey.t) }).check();
  await expect(summary.getByText(included('US$50.00'))).toBeVisible();
  await expect(summary).toContainText('US$300.00');
});

test('M2, 2.9-12, 2.9-13, 2.9-16: a bill from a country with plans of its own: they are offered, and the chosen plan may be kept', async ({
  page,
}) => {
  const atHome = parentA(page);
  await atHome.toReview();
  const journey = parentA(page, { address: sydney });
  const { t, press } = journey;
  await press(m.payment_change_billing({}, t));
  await journey.billing();
  const dialog = page.getByRole('dialog', { name: m.payment_mismatch_modal_title({ country: 'Australia' }, t) });
  await expect(dialog).toBeVisible();
  // The address is saved: the review shows it, and requires the consent.
  await page.keyboard.press('Escape');
  await press(m.payment_tab_review({}, t));
  await expect(page.getByText('Sydney, New South Wales 2000')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: m.payment_consent_terms({}, t) })).toBeVisible();
  await expect(await journey.summary()).toContainText(m.problem_package_not_offered({}, t));
  await expect((await journey.summary()).getByRole('button', { name: m.build_your_own_back({}, t) })).toBeVisible();
  await press(m.payment_change_billing({}, t));
  await press(m.payment_continue_to_payment({}, t));
  await dialog
    .getByRole('button', { name: m.payment_mismatch_continue({ plan: 'Essentials', total: 'US$154.00' }, t) })
    .click();
  await expect(journey.heading(m.payment_heading_payment({}, journey.t))).toBeVisible();
  await expect(await journey.summary()).toContainText('US$154.00');
  const label = m.price_including_tax({ tax: m.tax_gst({}, t) }, t);
  await expect(
    (await journey.summary()).getByText(m.payment_line_included({ label, amount: 'US$14.00' }, t)),
  ).toBeVisible();
  await press(m.payment_back_to_billing({}, t));
  await atHome.billing();
  const backHome = page.getByRole('dialog', {
    name: m.payment_mismatch_modal_title({ country: 'the United States' }, t),
  });
  await backHome
    .getByRole('button', { name: m.payment_mismatch_see_plans({ country: 'the United States' }, t) })
    .click();
  await expect(journey.heading(m.packages_heading({}, t))).toBeVisible();
  await expect(page.getByRole('article', { name: 'Essentials' })).toContainText('US$144.00');
});

test('2.8-9, 2.9-14, 9-36: a click before the lists have loaded is not lost; British Columbia has two taxes, each on a line; a country we do not sell to is reported', async ({
  page,
}) => {
  const atHome = parentA(page);
  const { t } = atHome;
  await page.setViewportSize({ width: 360, height: 800 });
  await atHome.toBilling();
  const { promise: lists, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/timezones?**', async (route) => {
    await lists;
    await route.continue();
  });
  await atHome.billing();
  const pressed = page.getByRole('button', { name: m.payment_continue_to_payment({}, t) });
  await expect(pressed).toHaveAttribute('aria-disabled', 'true');
  await expect(pressed).toBeFocused();
  await expect(page.getByRole('group', { name: m.ui_problem_title({}, t) })).toHaveCount(0);
  arrive();
  await expect(atHome.heading(m.payment_heading_payment({}, t))).toBeVisible();

  await atHome.press(m.payment_back_to_billing({}, t));
  const canadian = parentA(page, { address: vancouver });
  await canadian.billing();
  await canadian.method();
  await canadian.review();
  const summary = await canadian.summary();
  const tax = (name: string) => summary.getByRole('term').filter({ hasText: name });
  for (const [name, amount] of [
    ['GST', 'US$7.20'],
    ['PST', 'US$10.08'],
  ] as const) {
    await expect(tax(name)).toBeVisible();
    await expect(summary.getByText(amount, { exact: true })).toBeVisible();
  }
  await expect(summary.getByText('US$161.28', { exact: true }).last()).toBeVisible();

  await atHome.press(m.payment_change_billing({}, t));
  await parentA(page, { address: paris }).billing();
  const dialog = page.getByRole('dialog', { name: m.payment_mismatch_not_sold_title({ country: 'France' }, t) });
  await dialog.getByRole('button', { name: m.payment_mismatch_change_address({}, t) }).click();
  await expect(dialog).toBeHidden();
  await expect(atHome.heading(m.payment_heading_billing({}, t))).toBeVisible();
  await expect(atHome.field(m.payment_city({}, t))).toHaveValue('Paris');
});

test('2.1-6: a plan built from options is priced on the cards, in the order and on the receipt', async ({ page }) => {
  const journey = parentA(page, { plan: 'build-your-own' });
  await journey.toPlans();
  await journey.plan();
  await expect(journey.heading(m.build_your_own_heading({}, journey.t))).toBeVisible();
  await page.getByRole('checkbox', { name: new RegExp(m.build_your_own_tone_meter({}, journey.t)) }).check();
  await journey.press(m.ui_continue({}, journey.t));
  await journey.billing();
  await journey.method();
  await expect(await journey.summary()).toContainText('US$12.00');
  await payUpToReceipt(journey);
  const order = page.getByRole('region', { name: m.payment_order_summary({}, journey.t) });
  await expect(order).toContainText('US$108.00');
  await expect(order).toContainText('US$12.00');
  await expect(order).toContainText('US$120.00');
  expect((await mailTo(journey.parent.email)).text).toContain('US$120.00');
});
