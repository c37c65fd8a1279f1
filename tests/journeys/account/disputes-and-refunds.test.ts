import type { Page } from '@playwright/test';
import { utcDay } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { postDispute } from '../../setup/sandbox.ts';
import { fillCard } from '../card-steps.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  type Language,
  mailTo,
  site,
  test,
  walkedIn,
} from '../journey.ts';
import { onRunningSite } from '../running-site.ts';
import { enter, latestSale, paidBy, pressAtSandbox, type SandboxAction, subscriberOf } from '../subscriber.ts';

const brand = { brand: 'Evenkeel' };

/** A parent on a phone who has paid half with a code, and the sandbox's bank. */
async function payer(page: Page, language: Language) {
  const t = { locale: language };
  await page.setViewportSize({ width: 360, height: 780 });
  const parent = await subscriberOf({
    codes: ['HALF-OFF0-DEMO'],
    address: { headers: { 'accept-language': language } },
  });
  await enter(page, parent, language);
  const press = (action: SandboxAction) => pressAtSandbox(parent, action);
  const dispute = async (kind: string) =>
    postDispute(site().sandbox, '', { transactionId: await latestSale(parent), kind });
  const decide = ({ id }: { id: string }, status: string) => postDispute(site().sandbox, `/${id}`, { status });
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  /** Opens billing until the gateway's report has been handled. */
  const billingWith = async (shown: () => Promise<void>) =>
    expect(async () => {
      await page.goto(appPage('/account/billing'));
      await expect(page.getByRole('heading', { level: 1, name: m.account_billing_title({}, t) })).toBeVisible();
      await shown();
    }).toPass({ timeout: 20_000 });
  return { t, parent, press, dispute, decide, part, billingWith };
}

for (const language of walkedIn('en')) {
  test(`a disputed payment: held, won, held again, lost and ended, each shown on the page and by mail (${language})`, async ({
    page,
  }) => {
    const { t, parent, press, dispute, decide, part, billingWith } = await payer(page, language);
    const [refund, disputed] = [part(m.account_billing_refund({}, t)), part(m.account_billing_disputed({}, t))];
    await press('settle');
    const first = await dispute('chargeback');
    const stage = (name: string) => page.getByText(name, { exact: true });
    // The parts of billing are read one by one: the report may have been handled in between.
    await billingWith(async () => {
      await expect(disputed).toContainText('US$72.00', { timeout: 1_000 });
      await expect(refund).toBeHidden({ timeout: 1_000 });
      await expect(stage(m.account_stage_paused({}, t))).toBeVisible({ timeout: 1_000 });
    });
    await expectAccessible(page);
    await expectFits(page);
    await decide(first, 'won');
    await billingWith(async () => {
      await expect(refund).toBeVisible({ timeout: 1_000 });
      await expect(disputed).toBeHidden({ timeout: 1_000 });
      await expect(stage(m.account_stage_active({}, t))).toBeVisible({ timeout: 1_000 });
    });
    await decide(await dispute('pre_arbitration'), 'lost');
    const returned = page.getByText(m.account_receipt_bank_returned({ amount: 'US$72.00' }, t));
    await billingWith(async () => {
      await expect(returned).toBeVisible({ timeout: 1_000 });
      await expect(stage(m.account_stage_lapsed({}, t))).toBeVisible({ timeout: 1_000 });
    });
    await expectAccessible(page);
    const text = m.mail_disputed_returned({ amount: 'US$72.00' }, t).slice(0, 20);
    await mailTo(parent.email, (mail) => mail.text.replaceAll(/\s+/g, ' ').includes(text));
    await page.goto(appPage('/home'));
    await expect(page.getByRole('link', { name: m.account_restart({}, t), exact: true }).first()).toBeVisible();
  });
}

for (const language of walkedIn('es')) {
  test(`a payment that was approved and never settled: another card pays what was agreed; unpaid, it ends (${language})`, async ({
    page,
  }) => {
    const { t, parent, press, part, billingWith } = await payer(page, language);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const notice = page.getByText(m.account_not_settled_title({}, t), { exact: true });
    await press('settlement_decline');
    await press('report');
    const { links } = await mailTo(parent.email, ({ subject }) => subject === m.mail_not_settled_subject(brand, t));
    await page.goto(links.find((link) => link.endsWith('#payment-method')) ?? '');
    await expect(notice).toBeVisible();
    await expect(page.getByText(/US\$72\.00/).first()).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await button(m.account_billing_method_replace_named({}, t)).click();
    await fillCard(page, language, { number: '5555 5555 5555 4444' });
    await button(m.account_billing_method_save({}, t)).click();
    await expect(part(m.receipt_payment_method({}, t))).toContainText('4444');
    await expect.poll(() => paidBy(parent)).toEqual([7_200, 7_200]);
    await billingWith(() => expect(notice).toBeHidden({ timeout: 1_000 }));

    await press('settlement_decline');
    await press('report');
    await billingWith(() => expect(notice).toBeVisible({ timeout: 1_000 }));
    await onRunningSite(async ({ dependencies: { db }, clock }) => {
      const nineDaysAgo = addDays(utcDay(clock.now()), -9);
      await db
        .updateTable('subscriptions')
        .set({ declinedOn: nineDaysAgo })
        .where('id', '=', parent.subscriptionId)
        .execute();
      await scanBilling({ db, clock });
    });
    await mailTo(parent.email, ({ subject }) => subject === m.mail_lapsed_subject(brand, t));
    await billingWith(() => expect(page.getByText(m.account_stage_lapsed({}, t), { exact: true })).toBeVisible());
    expect(await paidBy(parent)).toEqual([7_200, 7_200]);
    await page.goto(appPage('/home'));
    await expect(page.getByRole('link', { name: m.account_restart({}, t), exact: true }).first()).toBeVisible();
  });
}

for (const language of walkedIn('es')) {
  test(`a refund whose response is lost is not reported as refused, and the page shows it once the server can be reached again (${language})`, async ({
    page,
  }) => {
    const { t, part } = await payer(page, language);
    const refund = part(m.account_billing_refund({}, t));
    const isLost = page.getByText(m.account_billing_refund_unknown({}, t), { exact: true });
    await page.goto(appPage('/account/billing'));
    const requestRefund = async () => {
      await refund.getByRole('button', { name: m.account_billing_refund_ask({}, t), exact: true }).click();
      const yes = m.account_billing_refund_yes({ amount: 'US$72.00' }, t);
      await page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }).click();
      await expect(isLost).toBeVisible();
    };
    await expect(refund).toBeVisible();
    await page.route('**/api/v2/account/refund', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/api/v2/account/billing', (route) => route.abort());
    await requestRefund();
    await expectFits(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: m.ui_dismiss({}, t), exact: true }).click();
    await requestRefund();
    await expect(refund).toBeHidden();
    await expect(page.getByText(m.account_stage_refunded({}, t), { exact: true })).toBeVisible();
  });
}
