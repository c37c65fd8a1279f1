import { m } from '#messages/messages.js';
import { britishPractice } from '../../setup/professional.ts';
import { invitationTo, invitedByCoParent, invitedParent } from '../invited.ts';
import { appPage, expect, expectAccessible, join, mailTo, test, walkedIn } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { endSessionsOf } from '../people.ts';
import { professional } from '../professional-steps.ts';
import { pageOfAnother } from '../reused-profiles.ts';
import { paidBy, pressAtSandbox } from '../subscriber.ts';

for (const language of walkedIn('es')) {
  test(`1-5, Y11: a professional pays for one parent with PayPal, who joins from the mail with nothing left to pay (${language})`, async ({
    page,
    browser,
  }) => {
    const pro = professional(page, language);
    const { t, press } = pro;
    await pro.arrive();
    const { secondEmail } = await pro.openFamily();
    await page.getByRole('link', { name: m.pro_plan_title({}, t) }).click();
    const summary = page.getByRole('complementary', { name: m.receipt_order_summary({}, t) });
    await expect(summary.getByText('US$288.00')).toBeVisible();
    await pro.fillCard();
    await page.getByRole('checkbox', { name: "Marta O'Brien" }).uncheck();
    await expect(summary.getByText('US$144.00').last()).toBeVisible();
    // Choosing another method has not discarded the typed card.
    await expect(pro.cardNumber()).toHaveValue(/1111$/);
    await parentA(page, { language }).inWallet('PayPal', 'approve');
    await expect(page.getByText(m.payment_methods_wallet_authorized({ wallet: 'PayPal' }, t))).toBeVisible();
    await expectAccessible(page);
    await press(m.pro_pay_now({ amount: 'US$144.00' }, t));
    await expect(page.getByRole('status').filter({ hasText: m.pro_plan_done({}, t) })).toBeFocused();
    // Y11: nobody has been mailed, and the next step is shown.
    await expect(page.getByText(m.pro_plan_next({}, t))).toBeVisible();
    await page.getByRole('link', { name: m.pro_plan_next_action({}, t) }).click();
    const card = page.getByRole('region', { name: 'Joe Ruiz' });
    await expect(
      page.getByRole('region', { name: "Marta O'Brien" }).getByText(m.pro_case_plan_none({}, t)),
    ).toBeVisible();
    await card.getByRole('button', { name: m.pro_case_send({}, t) }).click();
    await expect(card.getByText(m.pro_stage_INVITED({}, t), { exact: true })).toBeVisible();
    // Others may have read the letter too: after step 1 the parent's browser continues with a token of its own.
    await card.getByRole('button', { name: m.pro_case_print({}, t) }).click();
    await expect(page.getByRole('dialog').getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)).toBeVisible();

    const invitation = await invitationTo(secondEmail);
    const theirs = await pageOfAnother(browser);
    const parent = invitedParent(theirs, invitation, { language });
    await parent.open();
    await expect(parent.heading(m.invite_heading({ brand: 'Evenkeel', name: 'Ana Vega' }, t))).toBeVisible();
    await expect(theirs.getByText(m.invite_paid({}, t))).toBeVisible();
    await parent.start();
    await parent.details();
    await expect(theirs).toHaveURL(join('/invite/billing-info'));
    await parent.fillBilling();
    await parent.credentials();
    await theirs.close();

    await page.reload();
    await expect(card.getByText(m.pro_stage_JOINED({}, t), { exact: true })).toBeVisible();
    await expect(card.getByText(secondEmail)).toBeHidden();
  });
}

for (const language of walkedIn('en')) {
  test(`a bundle’s codes are shown once; one pays for a parent’s plan, and the professional sees where it went (${language})`, async ({
    page,
    browser,
  }) => {
    const pro = professional(page, language);
    const { t, press } = pro;
    await pro.arrive();
    const [code = ''] = await pro.buyBundle();
    await expectAccessible(page);
    await press(m.pro_codes_kept({}, t));
    await expect(page.getByText(code)).toHaveCount(0);
    const invitation = await invitedByCoParent({ language });
    const theirs = await pageOfAnother(browser);
    const parent = invitedParent(theirs, invitation, { language });
    await parent.toMethod();
    await parent.useCode(code.toLowerCase());
    await expect(theirs.getByText(m.payment_covered_by_codes({}, t)).first()).toBeVisible();
    await parent.press(m.payment_review_order({}, t));
    await parent.payNow().click();
    await parent.credentials();
    await theirs.close();
    expect((await mailTo(invitation.email, ({ text }) => text.includes(code.slice(-4)))).text).not.toContain(code);

    await page.reload();
    await expect(page.getByText(code)).toHaveCount(0);
    await page.getByRole('button', { name: m.pro_codes_details({}, t) }).click();
    await expect(page.getByRole('button', { name: m.pro_codes_show({}, t) })).toBeHidden();
    const used = page.getByRole('row', { name: code.slice(-4) });
    await expect(used).toContainText(m.pro_codes_state_USED({}, t));
    await expect(used).toContainText('J. R.');
    await expect(page.getByRole('row').filter({ hasText: m.pro_codes_state_UNUSED({}, t) })).toHaveCount(4);
    await expectAccessible(page);
  });
}

test('3.7-10: a British professional’s card sends device data; a payment that fails to settle is paid again; after the session has ended, a click opens the login over the page', async ({
  page,
}) => {
  const pro = professional(page);
  const { t, press } = pro;
  const { userId, email } = await pro.arrive({ practice: britishPractice });
  await page.getByRole('link', { name: m.pro_codes_title({}, t) }).click();
  await press(m.pro_codes_go_pay({}, t));
  await pro.fillCard();
  await page.getByRole('checkbox', { name: m.payment_consent_terms({}, t) }).check();
  const payment = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/payments'));
  await press(m.pro_pay_now({ amount: 'US$684.00' }, t));
  expect((await payment).postDataJSON()).toMatchObject({
    payment: { deviceData: expect.stringContaining('correlation_id') },
  });
  await expect(page.getByRole('button', { name: m.pro_codes_show({}, t) })).toBeVisible();

  await pressAtSandbox({ userId }, 'settlement_decline');
  await pressAtSandbox({ userId }, 'report');
  const subject = m.mail_not_settled_subject({ brand: 'Evenkeel' }, t);
  const { links } = await mailTo(email, (mail) => mail.subject === subject);
  await page.goto(links.find((link) => link.includes('/app/pro/')) ?? '');
  await expect(page.getByRole('heading', { name: m.pro_again_notice_title({}, t) })).toBeVisible();
  await press(m.pro_again_action({}, t));
  await expect(page.getByRole('heading', { name: m.pro_again_action({}, t) })).toBeFocused();
  await pro.fillCard();
  await page.getByRole('checkbox', { name: m.payment_consent_terms({}, t) }).check();
  await expectAccessible(page);
  await press(m.pro_pay_now({ amount: 'US$684.00' }, t));
  await expect(page.getByRole('status').filter({ hasText: m.pro_again_done({}, t) })).toBeFocused();
  await expect(page.getByRole('heading', { name: m.pro_again_notice_title({}, t) })).toHaveCount(0);
  expect(await paidBy({ userId })).toEqual([68_400, 68_400]);

  await page.goto(appPage('/pro/codes'));
  await expect(page.getByRole('button', { name: m.pro_codes_show({}, t), exact: true })).toBeVisible();
  await endSessionsOf({ userId });
  await press(m.pro_codes_show({}, t));
  await expect(page.getByRole('alertdialog', { name: m.sign_in_ended_title({}, t) })).toBeVisible();
  await expect(page.getByText(m.problem_not_signed_in({}, t))).toBeHidden();
});
