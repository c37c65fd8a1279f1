import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { invitedByCoParent, invitedByProfessional, invitedParent, tokenOf } from '../invited.ts';
import { expect, expectAccessible, expectFits, join, mailTo, test, walkedIn } from '../journey.ts';
import { pageOfAnother } from '../reused-profiles.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

const canada = {
  country: 'CA',
  line: '1 King Street West',
  city: 'Toronto',
  region: 'ON',
  postalCode: 'M5H 1A1',
  timezone: 'America/Toronto',
};

/** The order summary is rendered twice, collapsed and expanded: one of them is visible. */
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first();

/** How each screen is checked, by axe the first time; the path is lost after the last one has checked it. */
const looks = {
  en: [
    { width: 360, colorScheme: 'dark' },
    { width: 320, colorScheme: 'light' },
  ],
  es: [
    { width: 1280, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
  ],
} as const;

for (const language of walkedIn('en')) {
  const widths = looks[language].map(({ width }) => width).join(' and ');
  test(`UX4, UX6, 2.6-13, 2.9-3: an invited parent pays with a card, from the mail to the receipt; every screen is accessible and fits ${widths} px, dark and light (${language})`, async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    const invitation = await invitedByCoParent({ language, packageId: 1002 });
    const parent = invitedParent(page, invitation, { language });
    const show = async ({ width, colorScheme }: (typeof looks)[typeof language][number]) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Anything that measures its space has done so by the second frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    };
    const look = async () => {
      for (const [index, one] of looks[language].entries()) {
        await show(one);
        if (index === 0) await expectAccessible(page);
        await expectFits(page);
      }
    };
    await parent.open('?experiment=social-proof:treatment');
    await expect(parent.heading(m.invite_heading({ brand: 'Evenkeel', name: 'Marta' }, parent.t))).toBeVisible();
    await expect(page.getByText("Marta O'Brien")).toBeVisible();
    await expect(page.getByText(m.invite_paid({}, parent.t))).toBeHidden();
    await look();
    await parent.start();
    await expect(parent.heading(m.your_details_heading({}, parent.t))).toBeVisible();
    await look();
    await parent.details();
    await expect(page.getByText(m.packages_co_parents_choice({}, parent.t))).toBeVisible();
    await look();
    await parent.plan();
    await expect(parent.heading(m.payment_heading_billing({}, parent.t))).toBeVisible();
    await look();
    // Half a second after the click a shift is no longer attributed to it.
    await page.route('**/v2/invites/prices', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const priced = page.waitForResponse('**/v2/invites/prices');
    await parent.billing();
    await priced;
    await page.unroute('**/v2/invites/prices');
    await expect(page.getByRole('checkbox', { name: m.payment_pay_for_co_parent({}, parent.t) })).toBeHidden();
    await parent.method();
    await parent.review();
    await look();
    await parent.payNow().click();
    await expect(parent.heading(m.credentials_heading({}, parent.t))).toBeVisible();
    await look();
    await parent.credentials();
    await parent.receipt({ unasked: true });
    await look();
    expect(shifts.moved()).toEqual([]);
    await expect(shown(page, 'US$144.00')).toBeVisible();
    await mailTo(invitation.email, ({ text }) => text.includes('US$144.00'));
    await page.reload();
    await expect(page.getByText(m.receipt_reloaded_text({}, parent.t))).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(
      tokenOf(invitation),
    );
  });
}

for (const language of walkedIn('en')) {
  test(`outside the United States whoever was paid for agrees to the terms before the credentials (${language})`, async ({
    page,
  }) => {
    const invitation = await invitedByCoParent({ language, paid: true });
    const parent = invitedParent(page, invitation, { language, address: canada });
    await parent.open();
    await parent.start();
    await parent.details();
    await parent.fillBilling();
    const heading = parent.heading(m.invite_terms_heading({}, parent.t));
    await expect(heading).toBeFocused();
    await page.goBack();
    await expect(parent.heading(m.payment_heading_billing({}, parent.t))).toBeFocused();
    await parent.press(m.payment_continue({}, parent.t));
    await expect(heading).toBeFocused();
    const terms = page.getByRole('checkbox', { name: m.payment_consent_terms({}, parent.t) });
    await expect(terms).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: m.payment_consent_marketing({}, parent.t) })).not.toBeChecked();
    await expectAccessible(page);
    await page.goto(join('/invite/credentials'));
    await expect(page).toHaveURL(join('/invite/billing-info'));
    await terms.check();
    await parent.press(m.payment_continue({}, parent.t));
    await parent.credentials();
  });

  test(`a code pays for everything: no card is asked for (${language})`, async ({ page }) => {
    const parent = invitedParent(page, await invitedByCoParent({ language }), { language });
    await parent.toMethod();
    await parent.useCode('FULL-1YR0-DEMO');
    await expect(page.getByText(m.payment_covered_by_codes({}, parent.t)).first()).toBeVisible();
    await parent.press(m.payment_review_order({}, parent.t));
    await parent.payNow().click();
    await parent.credentials();
    await parent.receipt();
  });

  test(`2.7-1: an invited parent builds a plan of their own (${language})`, async ({ page }) => {
    const parent = invitedParent(page, await invitedByCoParent({ language }), { language, plan: 'build-your-own' });
    await parent.toPlans();
    await parent.plan();
    await expect(page).toHaveURL(join('/invite/choose-your-own'));
    await parent.press(m.ui_continue({}, parent.t));
    await parent.billing();
    await parent.method();
    await expect(shown(page, 'US$108.00')).toBeVisible();
  });
}

for (const language of walkedIn('es')) {
  test(`4.5-1: where the co-parent has paid, only billing and credentials are left, and home follows (${language})`, async ({
    page,
  }) => {
    const invitation = await invitedByCoParent({ language, paid: true });
    const parent = invitedParent(page, invitation, { language });
    await parent.open();
    await expect(page.getByText(m.invite_paid({}, parent.t))).toBeVisible();
    await parent.start();
    await parent.details();
    await expect(page).toHaveURL(join('/invite/billing-info'));
    await expect(page.getByRole('button', { name: m.payment_continue_to_payment({}, parent.t) })).toBeHidden();
    await parent.fillBilling();
    await parent.credentials();
    await expect(page).toHaveURL(/\/app\/home$/, { timeout: 12_000 });
  });

  test(`a code pays a part of it, and the card the rest (${language})`, async ({ page }) => {
    const parent = invitedParent(page, await invitedByCoParent({ language }), { language });
    await parent.toMethod();
    await parent.useCode('HALF-OFF0-DEMO');
    await parent.method();
    await parent.review();
    await parent.payNow().click();
    await parent.credentials();
    await parent.receipt();
    await expect(shown(page, 'US$72.00')).toBeVisible();
  });

  test(`2.8-2: a parent invited by a professional pays for themself; Back from billing leads to step 1 (${language})`, async ({
    page,
  }) => {
    const parent = invitedParent(page, await invitedByProfessional(), { language });
    await parent.open();
    await expect(parent.heading(m.invite_heading({ brand: 'Evenkeel', name: 'Ana Ruiz' }, parent.t))).toBeVisible();
    await parent.start();
    await parent.details();
    await parent.plan();
    await expect(parent.heading(m.payment_heading_billing({}, parent.t))).toBeVisible();
    await page.getByRole('link', { name: m.payment_back({}, parent.t), exact: true }).click();
    await expect(page).toHaveURL(join('/invite/step1'));
  });

  test(`click-to-join starts on the plan the co-parent chose, and other plans are one step back (${language})`, async ({
    page,
  }) => {
    const parent = invitedParent(page, await invitedByCoParent({ language, packageId: 1002 }), { language });
    await parent.open('?experiment=click-to-join:treatment');
    await expect(page.getByText(m.invite_same_plan({}, parent.t))).toBeVisible();
    await parent.start();
    await parent.details();
    await expect(page).toHaveURL(join('/invite/payment'));
    await expect(shown(page, 'US$198.00')).toBeVisible();
    await page.getByRole('link', { name: m.payment_back({}, parent.t), exact: true }).click();
    await expect(page).toHaveURL(join('/invite/packages'));
  });
}

test('2.8-1: an invited parent pays by PayPal, after a look at Venmo, and the receipt names PayPal (es)', async ({
  page,
}) => {
  const parent = invitedParent(page, await invitedByCoParent({ language: 'es' }), { language: 'es' });
  await parent.toMethod();
  await parent.inWallet('Venmo', 'approve');
  await expect(parent.heading(m.payment_heading_review({}, parent.t))).toBeVisible();
  await page.getByRole('button', { name: m.payment_back_to_payment({}, parent.t) }).click();
  await expect(page.getByText(m.payment_methods_wallet_authorized({ wallet: 'Venmo' }, parent.t))).toBeVisible();
  await parent.inWallet('PayPal', 'approve');
  await expect(parent.heading(m.payment_heading_review({}, parent.t))).toBeVisible();
  await parent.payNow().click();
  await parent.credentials();
  await parent.receipt();
  await expect(page.getByRole('region', { name: m.receipt_payment_information({}, parent.t) })).toContainText('PayPal');
});

test('PAY6, 8-3: a submission that never arrived does not show the decline before it, and pays when submitted again', async ({
  page,
}) => {
  const parent = invitedParent(page, await invitedByCoParent(), { card: { number: '4000 0000 0000 9995' } });
  await parent.toMethod();
  await parent.method();
  await parent.payNow().click();
  await expect(page.getByText(m.decline_insufficient_funds({}, parent.t))).toBeVisible();
  await parent.fillCard({ number: '5555 5555 5555 4444' });
  await parent.press(m.payment_review_order({}, parent.t));
  await page.route('**/v2/invites/payments', (route) => route.abort(), { times: 1 });
  await parent.payNow().click();
  await expect(page.getByText(m.payment_invited_failed({}, parent.t))).toBeVisible();
  await expect(page.getByText(m.decline_insufficient_funds({}, parent.t))).toHaveCount(0);
  await parent.payNow().click();
  await expect(parent.heading(m.credentials_heading({}, parent.t))).toBeVisible();
});

test('UX2: a reload after paying continues with the credentials and charges nothing again', async ({
  page,
  browser,
}) => {
  const invitation = await invitedByCoParent();
  const parent = invitedParent(page, invitation);
  await parent.toMethod();
  await parent.method();
  await parent.review();
  await parent.payNow().click();
  await expect(page).toHaveURL(join('/invite/credentials'));
  await page.reload();
  await expect(parent.heading(m.credentials_heading({}, parent.t))).toBeVisible();
  await page.goto(join('/invite/payment'));
  await expect(page).toHaveURL(join('/invite/credentials'));
  // Whoever opens the mail again in another browser gets nothing there but a link by mail, which asks for the phone.
  const second = await pageOfAnother(browser);
  await invitedParent(second, invitation).open();
  await expect(second).toHaveURL(join('/invite/request'));
  await second.close();
  await parent.credentials();
});
