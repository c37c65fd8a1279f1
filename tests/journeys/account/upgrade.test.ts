import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { fillCard } from '../card-steps.ts';
import { appPage, expect, expectFits, type Language, mailTo, test, walkedIn } from '../journey.ts';
import { centsBeside, enter, formerSubscriber, paidBy, subscriberOf } from '../subscriber.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

const upgradePage = () => appPage('/account/upgrade');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const payButton = (page: Page, language: Language) =>
  page.getByRole('button', { name: new RegExp(`^${m.pay_amount({ amount: 'US\\$' }, { locale: language })}`) });

for (const language of walkedIn('en')) {
  test(`BIL4, 2.6-2, 2.6-16: from Essentials to Premium: card, preview, charge and receipt are one amount (${language})`, async ({
    page,
  }) => {
    const t = { locale: language };
    const parent = await subscriberOf({ address: { headers: { 'accept-language': language } } });
    await page.setViewportSize({ width: 360, height: 780 });
    const shifts = await watchShifts(page);
    await enter(page, parent, language);
    await page.goto(upgradePage());
    await expect(heading(page, m.upgrade_heading({}, t))).toBeVisible();
    await expectFits(page);
    await press(page, m.packages_next({}, t));
    await press(page, new RegExp(`${m.packages_upgrade({}, t)} Premium`));
    await expect(heading(page, m.upgrade_review_heading({}, t))).toBeVisible();
    await page.reload();
    await expect(payButton(page, language)).toBeVisible();
    await expect(page.getByRole('radio', { name: /1111/ })).toBeChecked();
    await expectFits(page);
    const [amount = ''] = /[\d.,]+/.exec(await payButton(page, language).innerText()) ?? [];
    await payButton(page, language).click();
    await expect(heading(page, m.upgrade_done_heading({}, t))).toBeVisible();
    const paid = await centsBeside(page, m.receipt_total_paid({}, t));
    expect(paid).toBe(Math.round(Number(amount) * 100));
    expect(await paidBy(parent)).toEqual([14_400, paid]);
    const mail = await mailTo(parent.email, ({ text }) => text.includes(amount));
    expect(mail.subject).toBe(m.mail_receipt_subject_upgrade({ brand: 'Evenkeel' }, t));
    await page.reload();
    await expect(page.getByText(m.receipt_total_paid({}, t))).toBeVisible();
    await page.goto(`${upgradePage()}?plan=1002`);
    await expect(page.getByRole('heading', { name: m.upgrade_largest_title({}, t) })).toBeVisible();
    expect(shifts.moved()).toEqual([]);
  });
}

for (const language of walkedIn('es')) {
  test(`M11, 5.8-1: build-your-own in upgrade mode shows what another plan loses, keeps current options, prices added ones, and lets them be changed before paying (${language})`, async ({
    page,
  }) => {
    const t = { locale: language };
    const parent = await subscriberOf({ packageId: 1003, productId: 'SUB1YEAR', services: ['5GB1', 'TONE1'] });
    await enter(page, parent, language);
    await page.goto(`${upgradePage()}?plan=1001`);
    const loss = page.getByText(m.upgrade_losses({ parts: '' }, t).replace(/\W+$/, ''));
    await expect(page.getByText(m.upgrade_losses_when({}, t))).toBeVisible();
    await expect(loss).toHaveText(language === 'es' ? /5 GB.* y Medidor de tono/ : /5 GB.* and Tone meter/);
    await page.getByRole('link', { name: m.upgrade_all_plans({}, t) }).click();
    await expect(loss).toHaveCount(1);
    await expect(page.getByText(language === 'es' ? /^Con .* Medidor de tono$/ : /^With .* Tone meter$/)).toBeVisible();
    await press(page, new RegExp(m.upgrade_add_options({}, t)));
    const option = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });
    const toneMeter = option(m.build_your_own_tone_meter({}, t));
    await expect(toneMeter).toBeChecked();
    await toneMeter.click();
    await expect(toneMeter).toBeChecked();
    await expect(page.getByRole('radio', { name: /1 GB/ })).toHaveCount(0);
    const go = page.getByRole('button', { name: m.ui_continue({}, t) });
    await expect(go).toHaveAttribute('aria-disabled', 'true');
    await option(m.build_your_own_unlimited_payments({}, t)).check();
    const preview = await centsBeside(page, m.packages_due_today({}, t));
    await go.click();
    await expect(heading(page, m.upgrade_review_heading({}, t))).toBeVisible();
    await page.getByRole('link', { name: m.upgrade_change_options({}, t) }).click();
    await expect(option(m.build_your_own_unlimited_payments({}, t))).toBeChecked();
    await go.click();
    await payButton(page, language).click();
    await expect(heading(page, m.upgrade_done_heading({}, t))).toBeVisible();
    expect((await paidBy(parent)).at(-1)).toBe(preview);
  });
}

test('PAY6: a card is declined, another one pays, and nothing is charged twice', async ({ page }) => {
  const t = { locale: 'es' } as const;
  const parent = await subscriberOf();
  await enter(page, parent, 'es');
  await page.goto(`${upgradePage()}?plan=1002`);
  await page.getByRole('radio', { name: m.pay_another({}, t) }).check();
  await fillCard(page, 'es', { number: '4000 0000 0000 9995' });
  await payButton(page, 'es').click();
  await expect(page.getByRole('alert').getByText(m.decline_insufficient_funds({}, t))).toBeVisible();
  expect(await paidBy(parent)).toEqual([14_400]);
  await fillCard(page, 'es', { number: '5555 5555 5555 4444' });
  await payButton(page, 'es').click();
  await expect(heading(page, m.upgrade_done_heading({}, t))).toBeVisible();
  await expect(page.getByText('4444')).toBeVisible();
  expect(await paidBy(parent)).toHaveLength(2);
});

/** Commits payments at the path, but loses all responses until the connection is back. */
async function losesAnswers(page: Page, path: string): Promise<{ isBack: boolean }> {
  const connection = { isBack: false };
  await page.route(`**/api/v2/account/${path}/payments`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const mayAsk = new RegExp(`/${path.replace('*', '[^/]+')}/payment\\?`);
  await page.route(mayAsk, (route) => (connection.isBack ? route.continue() : route.abort()));
  return connection;
}

test('PAY1, REL9: the response is lost: the page says not to pay again, and a reload finds the receipt', async ({
  page,
}) => {
  const t = { locale: 'en' } as const;
  const parent = await subscriberOf();
  await enter(page, parent);
  await page.goto(`${upgradePage()}?plan=1002`);
  await expect(payButton(page, 'en')).toBeVisible();
  const connection = await losesAnswers(page, 'upgrades');
  await payButton(page, 'en').click();
  await expect(heading(page, m.payment_confirming_heading({}, t))).toBeVisible();
  await expect(payButton(page, 'en')).toBeHidden();
  connection.isBack = true;
  await page.reload();
  await expect(heading(page, m.upgrade_done_heading({}, t))).toBeVisible();
  expect(await paidBy(parent)).toHaveLength(2);
});

test('PAY1, REL9: somebody restarts and the response is lost: the page waits for it, although the plan has already started', async ({
  page,
}) => {
  const t = { locale: 'en' } as const;
  const parent = await formerSubscriber();
  await enter(page, parent);
  await page.goto(appPage('/account/restart'));
  const connection = await losesAnswers(page, 'subscriptions/*/restart');
  await payButton(page, 'en').click();
  await expect(heading(page, m.payment_confirming_heading({}, t))).toBeVisible();
  expect(await paidBy(parent)).toHaveLength(2);
  await page.reload();
  await expect(heading(page, m.payment_confirming_heading({}, t))).toBeVisible();
  connection.isBack = true;
  await page.reload();
  await expect(heading(page, m.restart_done_heading({}, t))).toBeVisible();
  expect(await paidBy(parent)).toHaveLength(2);
});

test('PAY7: the price has changed since it was shown: nothing is charged without new consent', async ({ page }) => {
  const t = { locale: 'en' } as const;
  const parent = await subscriberOf();
  await enter(page, parent);
  await page.goto(`${upgradePage()}?plan=1002`);
  await page.route('**/api/v2/account/upgrades/prices', async (route) => {
    const response = await route.fetch();
    const quote = (await response.json()) as { totals: { total: number } };
    await route.fulfill({
      response,
      json: { ...quote, totals: { ...quote.totals, total: 1, totalFormatted: 'US$0.01' } },
    });
  });
  await page.reload();
  await page.getByRole('button', { name: m.pay_amount({ amount: 'US$0.01' }, t) }).click();
  await expect(page.getByRole('alertdialog').getByText(m.payment_price_changed_title({}, t))).toBeVisible();
  expect(await paidBy(parent)).toEqual([14_400]);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Pay US\$/ })
    .click();
  await expect(heading(page, m.upgrade_done_heading({}, t))).toBeVisible();
  expect((await paidBy(parent)).at(-1)).toBeGreaterThan(1);
});
