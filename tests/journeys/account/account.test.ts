import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { m } from '#messages/messages.js';
import { walletTexts } from '#sandbox/gateway/wallets/wallet-texts.ts';
import { clickLast } from '../../setup/browser/click-last.ts';
import { dayIn, remind, signedInParent } from '../account-steps.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  mailTo,
  setLanguage,
  test,
  walkedAs,
  walkedIn,
} from '../journey.ts';
import { accountOf } from '../people.ts';
import { logIn, subscriberOf } from '../subscriber.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

const brand = { brand: 'Evenkeel' };

const answerLate = async (route: Route) => {
  await new Promise((resolve) => setTimeout(resolve, 700));
  await route.continue();
};

/** Opens billing with its data delayed, scrolled to the end. */
async function openSlowly(page: Page, open: () => Promise<void>, last: Locator): Promise<void> {
  const scrollFirst = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await route.continue();
  };
  await page.route('**/v2/account/billing', scrollFirst);
  await open();
  await expect(last).toBeVisible();
  await page.unroute('**/v2/account/billing');
}

for (const language of walkedIn('en')) {
  test(`2.9-1: a refund states what is refunded, ends and stays, and happens once; the receipt stays, to read and as PDF (${language})`, async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    const { t, button, part, openBilling } = await signedInParent(page, { language, payForCoparent: true });
    await openSlowly(page, openBilling, part(m.account_billing_receipts({}, t)));
    await button(m.account_billing_refund_ask({}, t)).click();
    const dialog = page.getByRole('alertdialog', {
      name: m.account_billing_refund_title({ amount: 'US$144.00' }, t),
    });
    await expect(dialog).toContainText(m.account_billing_refund_ends({}, t));
    await expect(dialog).toContainText(m.account_billing_refund_kept({ amount: 'US$144.00' }, t));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: m.account_billing_refund_no({}, t) }).click();
    await expect(dialog).toBeHidden();
    await button(m.account_billing_refund_ask({}, t)).click();
    await page.route('**/v2/account/billing', answerLate);
    await dialog.getByRole('button', { name: m.account_billing_refund_yes({ amount: 'US$144.00' }, t) }).click();
    await expect(page.getByText(m.account_billing_refund_done({ amount: 'US$144.00' }, t))).toBeVisible();
    await expect(page.getByText(m.account_stage_refunded({}, t), { exact: true })).toBeVisible();
    await expect(part(m.account_billing_refunds({}, t))).toContainText('US$144.00');
    await expect(button(m.account_billing_refund_ask({}, t))).toHaveCount(0);

    await part(m.account_billing_receipts({}, t)).getByRole('link').click();
    await expect(part(m.account_receipt_lines({}, t))).toContainText('US$288.00');
    await expect(part(m.account_receipt_payment({}, t))).toContainText('12 Lake Street');
    await expect(part(m.account_receipt_payment({}, t))).toContainText(
      { en: 'United States', es: 'Estados Unidos' }[language],
    );
    const saving = page.waitForEvent('download');
    const name = `${m.document_invoice({}, t)} EK-US-1000-`;
    await page.getByRole('button', { name }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^EK-US-\d{4}-\d{4}\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    expect(shifts.moved()).toEqual([]);
  });

  test(`a reminder’s cancel link leaves the address bar at once; one click cancels without a login, another resumes (${language})`, async ({
    page,
  }) => {
    const t = { locale: language };
    const plan = { en: 'Essentials', es: 'Esencial' }[language];
    const parent = await subscriberOf({ address: { headers: { 'accept-language': language } } });
    await setLanguage(page, language);
    await remind(parent);
    const date = dayIn(language, parent.periodEnd);
    const amount = 'US$144.00';
    const isCancel = (link: string) => link.includes('/app/account/renewal#');
    const mail = await mailTo(parent.email, ({ links }) => links.some(isCancel));
    const link = mail.links.find(isCancel) ?? '';
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/renewals/') && request.method() !== 'GET') changes.push(request.method());
    });
    await page.goto(link);
    await expect(page.getByText(m.account_renewal_on({ plan, date, amount }, t))).toBeVisible();
    expect(page.url()).toBe(appPage('/account/renewal'));
    expect(changes).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: m.account_cancel_renewal({}, t) }).click();
    await expect(page.getByRole('heading', { level: 1, name: m.account_renewal_off_title({}, t) })).toBeVisible();
    await mailTo(parent.email, ({ subject }) => subject === m.mail_cancelled_subject(brand, t));
    await page.getByRole('button', { name: m.account_resume_renewal({}, t) }).click();
    await expect(page.getByText(m.account_renewal_resumed({ plan, date, amount }, t))).toBeVisible();
    await page.goto(`${link.slice(0, -3)}xxx`);
    await expect(page.getByRole('heading', { level: 1, name: m.recovery_dead_link_heading({}, t) })).toBeVisible();
    await page.getByRole('link', { name: m.account_renewal_log_in({}, t) }).click();
    await expect(page).toHaveURL(appPage('/login'));
  });
}

const looks = [
  { language: 'en', width: 1280 },
  { language: 'es', width: 320 },
] as const;

for (const { language, width } of walkedAs('es', looks)) {
  test(`from home to billing by keyboard: the renewal is cancelled by one press and resumed by another (${language}, ${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    const shifts = await watchShifts(page);
    // Late fonts replace the letters; nothing may move for them.
    await page.route('**/*.woff2', answerLate);
    const { t, parent, heading, button, part } = await signedInParent(page, { language });
    const date = dayIn(language, parent.periodEnd);
    await page.goto(appPage('/home'));
    await expect(heading(m.account_home_greeting({ name: 'Marta' }, t))).toBeVisible();
    await expect(part(m.account_plan_heading({}, t))).toContainText(
      m.account_outlook_renews({ date, amount: 'US$144.00' }, t),
    );
    await expect(page.getByText(m.account_co_parent_invited({ name: 'Joe' }, t))).toBeVisible();
    await expectFits(page);
    await page.getByRole('link', { name: m.account_manage_billing({}, t) }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(m.account_billing_title({}, t))).toBeFocused();
    await expectFits(page);
    await button(m.account_cancel_renewal({}, t)).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(m.account_billing_cancelled({ date }, t))).toBeVisible();
    await expect(page.getByText(m.account_outlook_ends({ date }, t))).toBeVisible();
    await page.reload();
    const undo = button(m.account_resume_renewal({}, t));
    await undo.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(m.account_billing_resumed({ date }, t))).toBeVisible();
    await expect(page.getByText(m.account_billing_renewal({ date, amount: 'US$144.00' }, t))).toBeVisible();
    await expect(button(m.account_cancel_renewal({}, t))).toBeFocused();
    await mailTo(parent.email, ({ subject }) => subject === m.mail_cancelled_subject(brand, t));
    for (const path of ['settings', 'family', 'profile', 'reach', 'security', 'proof', 'each-parent', 'activity']) {
      await page.goto(appPage(`/account/${path}`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      await expectFits(page);
    }
    expect(shifts.moved()).toEqual([]);
  });
}

for (const language of walkedIn('es')) {
  test(`the card on file is replaced: a refused one changes nothing, then a card, then PayPal, then Google Pay, with a backup beside it (${language})`, async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    const { t, parent, button, method, openBilling, typeCard } = await signedInParent(page, { language });
    await openBilling();
    await expect(method).toContainText(m.payment_card_ending({ brand: 'Visa', lastFour: '1111' }, t));
    await button(m.account_billing_method_replace_named({}, t)).click();
    await expect(page.getByRole('heading', { name: m.account_billing_method_new({}, t) })).toBeFocused();
    await typeCard('4000 1111 1111 1115');
    await button(m.account_billing_method_save({}, t)).click();
    await expect(method.getByRole('alert')).toBeFocused();
    await expect(method).toContainText(m.payment_card_ending({ brand: 'Visa', lastFour: '1111' }, t));
    await expectAccessible(page);
    await typeCard('5555 5555 5555 4444');
    await button(m.account_billing_method_save({}, t)).click();
    const mastercard = m.payment_card_ending({ brand: 'Mastercard', lastFour: '4444' }, t);
    await expect(page.getByText(m.account_billing_method_replaced({ method: mastercard }, t))).toBeVisible();
    await expect(button(m.account_billing_method_replace_named({}, t))).toBeFocused();
    await button(m.account_billing_method_replace_named({}, t)).click();
    const approve = async (wallet: string) => {
      const opened = page.waitForEvent('popup');
      await button(m.payment_methods_wallet_keep({ wallet }, t)).click();
      const window = await opened;
      await expect(window.getByRole('radio').first()).toBeVisible();
      const lines = await window.locator('#lines > div').allInnerTexts();
      await clickLast(window, walletTexts[language].approve);
      return lines.map((line) => line.replaceAll(/\s+/g, ' '));
    };
    expect(await approve('PayPal')).toEqual([]);
    await expect(method.locator('strong').first()).toContainText('PayPal');
    await button(m.account_billing_method_replace_named({}, t)).click();
    const [today, renewal] = await approve('Google Pay');
    expect(today).toBe(`${m.wallet_sheet_today({}, t)} US$0.00`);
    expect(renewal).toContain('US$144.00');
    const amex = m.payment_card_ending({ brand: 'American Express', lastFour: '0005' }, t);
    await expect(method.locator('strong').first()).toHaveText(
      m.payment_wallet_account({ wallet: 'Google Pay', account: amex }, t),
    );
    await mailTo(parent.email, ({ subject }) => subject === m.mail_method_replaced_subject(brand, t));
    await button(m.account_backup_add({}, t)).click();
    await typeCard('5555 5555 5555 4444');
    await button(m.account_billing_method_save({}, t)).click();
    await expect(page.getByText(m.account_backup_saved({ method: mastercard }, t))).toBeVisible();
    await page.getByRole('checkbox', { name: m.account_backup_use({}, t) }).click();
    await expect(page.getByRole('checkbox', { name: m.account_backup_use({}, t) })).toBeChecked();
    expect(shifts.moved()).toEqual([]);
  });

  test(`settings: children, consents, data as a file, closing the account and back (${language})`, async ({ page }) => {
    const { t, parent, heading, button, part } = await signedInParent(page, { language });
    await page.goto(appPage('/account/settings#family'));
    await expect(heading(m.account_family_title({}, t))).toBeVisible();
    const child = page.getByRole('group', { name: m.co_parent_child({ number: 1 }, t) });
    await child.getByLabel(m.ui_first_name({}, t)).fill('A');
    await button(m.account_settings_family_save({}, t)).click();
    await expect(page.getByText(m.field_name_length({}, t)).first()).toBeVisible();
    await child.getByLabel(m.ui_first_name({}, t)).fill('Þórunn');
    const other = page.getByRole('group', { name: m.account_settings_co_parent_name({}, t) });
    await other.getByLabel(m.ui_first_name({}, t)).fill('José');
    await button(m.account_settings_family_save({}, t)).click();
    await expect(page.getByText(m.account_settings_family_saved({}, t))).toBeVisible();

    await page.goto(appPage('/account/settings'));
    await expect(heading(m.account_settings_title({}, t))).toBeVisible();
    const news = m.account_settings_consent_marketing({}, t);
    await button(m.account_settings_consent_give_named({ what: news }, t)).click();
    await button(m.account_settings_consent_withdraw_named({ what: news }, t)).click();
    await expect(page.getByText(m.account_settings_consent_withdrawn({}, t))).toBeVisible();

    const saving = page.waitForEvent('download');
    await button(m.account_settings_data_download({}, t)).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^evenkeel-.*\.json$/);
    const everything = JSON.parse(await readFile(await file.path(), 'utf8')) as { person: object; children: object[] };
    expect(everything).toMatchObject({
      person: { email: parent.email },
      children: [{ firstName: 'Þórunn' }],
    });

    await button(m.account_settings_close_ask({}, t)).click();
    await expectAccessible(page);
    await button(m.account_settings_close_yes({}, t)).click();
    const closing = part(m.account_settings_close({}, t));
    await expect(closing.getByRole('button', { name: m.account_keep({}, t) })).toBeVisible();
    await mailTo(parent.email, ({ subject }) => subject.startsWith(m.mail_closing_subject({ ...brand, date: '' }, t)));
    await page.reload();
    await closing.getByRole('button', { name: m.account_keep({}, t) }).click();
    await expect(page.getByText(m.account_closing_kept({}, t))).toBeVisible();
    await expect(button(m.account_settings_close_ask({}, t))).toBeVisible();
    await expectAccessible(page);
    await page.goto(appPage('/account/family'));
    await expect(other.getByLabel(m.ui_first_name({}, t))).toHaveValue('José');
    await expectAccessible(page);
  });
}

const retired = [
  '/step1/parentb',
  '/step1/address',
  '/step2/parentb',
  '/alacarte/parentb',
  '/payment/parentb',
  '/receipt/parentb',
  '/securityquestions',
  '/termsandconditions',
];

test('2.1-1: the eight retired addresses of the sign-up end on billing; whoever is not signed in logs in first and returns', async ({
  page,
}) => {
  const t = { locale: 'en' } as const;
  const person = await accountOf();
  const [first = '', ...others] = retired;
  await page.goto(appPage(`/join${first}`));
  await expect(page).toHaveURL(appPage('/login'));
  await logIn(page, person, 'en');
  await expect(page).toHaveURL(appPage('/account/billing'));
  await expect(page.getByText(m.account_none_text({}, t))).toBeVisible();
  for (const address of others) {
    await page.goto(appPage(`/join${address}`));
    await expect(page, address).toHaveURL(appPage('/account/billing'));
  }
});

test('the link to all receipts leads to them, whatever above them is still loading (320 px)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { t } = await signedInParent(page);
  await page.goto(appPage('/home'));
  await page.getByRole('link', { name: m.account_receipts_all({}, t) }).focus();
  await page.keyboard.press('Enter');
  const receipts = page.getByRole('heading', { level: 2, name: m.account_billing_receipts({}, t) });
  await expect(receipts).toBeFocused();
  await expect(receipts).toBeInViewport();
});
