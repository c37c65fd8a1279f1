import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { walletTexts } from '#sandbox/gateway/wallets/wallet-texts.ts';
import { ledger } from '../../setup/sandbox.ts';
import { invitedByCoParent, invitedParent } from '../invited.ts';
import { appPage, expect, expectAccessible, expectFits, type Language, mailTo, site, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { enter, formerSubscriber, paidBy } from '../subscriber.ts';

const wallets = [
  { wallet: 'Apple Pay', card: 'Visa 1881', brand: 'Visa', lastFour: '1881' },
  { wallet: 'Google Pay', card: 'American Express 0005', brand: 'American Express', lastFour: '0005' },
] as const;

/** Each wallet in one language, the first in the given one. */
const inTurn = (first: Language) => {
  const other = first === 'en' ? 'es' : 'en';
  return wallets.map((one, index) => ({ ...one, language: index === 0 ? first : other }));
};

async function cardStandsBelow(page: Page, wallet: string, title: string): Promise<boolean> {
  const [button, card] = await Promise.all([
    page.getByRole('button', { name: wallet }).boundingBox(),
    page.getByRole('button', { name: title }).boundingBox(),
  ]);
  return (button?.y ?? 0) + (button?.height ?? 0) < (card?.y ?? 0);
}

/** Wallets whose buttons leave their rows. */
const outside = (page: Page): Promise<string[]> =>
  page.locator('[data-wallet]').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const rows = button.parentElement?.parentElement?.getBoundingClientRect();
        return button.getBoundingClientRect().right > (rows?.right ?? 0);
      })
      .map(({ textContent }) => textContent),
  );

for (const { wallet, card, brand, lastFour, language } of inTurn('en'))
  test(`2.8-27: ${wallet} on a phone: left, failed, declined by its bank, approved for another total, then paid and named (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const journey = parentA(page, { language });
    const { t, press } = journey;
    const named = { wallet };
    await journey.toMethod();
    const pay = m.payment_methods_wallet_pay(named, t);
    expect(await cardStandsBelow(page, pay, m.payment_card_title({}, t))).toBe(true);
    for (const width of [320, 340, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect([width, await outside(page)]).toEqual([width, []]);
    }

    await journey.inWallet(wallet, 'cancel');
    await expect(page.getByText(m.payment_methods_wallet_cancelled(named, t))).toBeVisible();
    await journey.inWallet(wallet, 'fail');
    await expect(page.getByText(m.payment_methods_wallet_failed(named, t))).toBeVisible();
    await expectAccessible(page);

    await journey.inWallet(wallet, 'decline');
    await journey.review();
    await expect(page.getByText(m.payment_wallet_not_charged(named, t))).toBeVisible();
    await journey.payNow().click();
    await expect(page.getByText(m.decline_wallet_card_declined({}, t))).toBeVisible();

    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: pay, exact: true }).focus();
    await page.keyboard.press('Enter');
    const sheet = await opened;
    await expect(sheet.getByText(m.wallet_sheet_today({}, t))).toBeVisible();
    await expect(sheet.locator('#lines')).toContainText('US$144.00');
    await sheet.getByRole('button', { name: walletTexts[language].approve }).focus();
    // It closes before the key press is answered.
    await sheet.keyboard.press('Enter').catch(() => undefined);
    await expect(journey.heading(m.payment_heading_review({}, t))).toBeVisible();
    await expect(page.getByText(m.payment_wallet_account({ wallet, account: card }, t), { exact: true })).toBeVisible();

    await press(m.payment_back_to_payment({}, t));
    await page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, t) }).check();
    await expect(page.getByText(m.payment_wallet_other_total({}, t))).toBeVisible();
    await expectAccessible(page);
    await journey.inWallet(wallet, 'approve');
    await journey.review();
    await journey.payNow().click();
    await journey.credentials();
    await journey.receipt();
    const payment = page.getByRole('region', { name: m.receipt_payment_information({}, t) });
    await expect(payment).toContainText(m.payment_wallet_card({ wallet, lastFour }, t));
    const transaction = await payment
      .locator('div', { hasText: m.receipt_transaction({}, t) })
      .locator('dd')
      .last()
      .innerText();
    const sales = (await ledger(site().sandbox)).filter(({ transactionId }) => transactionId === transaction);
    expect(sales.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([['sale', 28_800]]);
    const account = m.payment_card_ending({ brand, lastFour }, t);
    expect((await mailTo(journey.parent.email)).text).toContain(m.payment_wallet_account({ wallet, account }, t));
  });

for (const { wallet, lastFour, language } of inTurn('es'))
  test(`2.8-40: ${wallet} on a phone: an invited parent pays by it (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const parent = invitedParent(page, await invitedByCoParent(), { language });
    await parent.toMethod();
    await parent.inWallet(wallet, 'approve');
    await parent.review();
    await parent.payNow().click();
    await parent.credentials();
    await parent.receipt();
    await expect(page.getByText(m.payment_wallet_card({ wallet, lastFour }, parent.t))).toBeVisible();
  });

for (const { wallet, lastFour, language } of inTurn('en'))
  test(`2.8-41: ${wallet} on a phone: somebody who left starts again by it (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { t, inWallet } = parentA(page, { language });
    const parent = await formerSubscriber();
    await enter(page, parent, language);
    await page.goto(appPage('/account/restart'));
    await page.getByRole('radio', { name: m.pay_another({}, t) }).check();
    await inWallet(wallet, 'cancel');
    await expect(page.getByText(m.payment_methods_wallet_cancelled({ wallet }, t))).toBeVisible();
    await inWallet(wallet, 'approve');
    await expectFits(page);
    await page.getByRole('button', { name: m.pay_amount({ amount: 'US$144.00' }, t) }).click();
    await expect(page.getByRole('heading', { level: 1, name: m.restart_done_heading({}, t) })).toBeVisible();
    await expect(page.getByText(m.payment_wallet_card({ wallet, lastFour }, t))).toBeVisible();
    expect(await paidBy(parent)).toEqual([14_400, 14_400]);
  });
