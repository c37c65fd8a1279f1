import { readFile } from 'node:fs/promises';
import { m } from '#messages/messages.js';
import { signedInProfessional } from '../../setup/professional.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  expectWellAt,
  join,
  mailTo,
  site,
  test,
  untilQuiet,
  walkedIn,
} from '../journey.ts';
import { professional } from '../professional-steps.ts';
import { onRunningSite } from '../running-site.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

for (const language of walkedIn('en')) {
  test(`1-1, 2.11-1: a professional registers, opens a family, pays for both parents and invites them; the pages are accessible and fit 1280 and 320 px (${language})`, async ({
    page,
  }) => {
    const look = () => expectWellAt(page, [1280, 320]);
    const shifts = await watchShifts(page);
    const pro = professional(page, language);
    const { t, press } = pro;
    await pro.register();
    await look();
    await expect(page.getByText(m.pro_success_invite({}, t))).toBeVisible();
    await page.reload();
    await expect(pro.heading(m.pro_success_title({ name: 'Ana' }, t))).toBeVisible();
    await pro.signIn();
    await expect(page.getByText(m.pro_cases_empty_title({}, t))).toBeVisible();
    await look();
    const { firstEmail } = await pro.openFamily();
    await look();

    await page.getByRole('link', { name: m.pro_plan_title({}, t) }).click();
    await expect(page.getByText('US$288.00')).toHaveCount(2);
    await pro.fillCard();
    await look();
    await press(m.pro_pay_now({ amount: 'US$288.00' }, t));
    await expect(page.getByRole('heading', { name: m.pro_plan_done_title({}, t) })).toBeVisible();
    await page.getByRole('link', { name: m.pro_plan_to_case({}, t) }).click();

    const parent = page.getByRole('region', { name: "Marta O'Brien" });
    await expect(parent.getByText(m.pro_stage_NOT_INVITED({}, t))).toBeVisible();
    await parent.getByRole('button', { name: m.pro_case_send({}, t) }).click();
    await expect(parent.getByText(m.pro_stage_INVITED({}, t), { exact: true })).toBeVisible();
    const invite = await mailTo(firstEmail);
    expect(invite.text).toContain(m.mail_pro_invite_paid({}, t));
    expect(invite.links.some((link) => link.includes('/app/join/invite#token='))).toBe(true);

    await parent.getByRole('button', { name: m.pro_case_print({}, t) }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)).toBeVisible();
    await look();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: m.pro_letter_download({}, t) }).click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await dialog
      .getByRole('button', { name: m.ui_close({}, t), exact: true })
      .last()
      .click();

    await parent.getByRole('button', { name: m.pro_case_revoke({}, t) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: m.pro_case_revoke({}, t) })
      .click();
    await expect(parent.getByText(m.pro_stage_REVOKED({}, t), { exact: true })).toBeVisible();
    for (const path of ['/app/pro/codes', '/app/pro/cases', '/app/pro/cases/new']) {
      await page.goto(`${site().url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await untilQuiet(page);
      await look();
    }
    expect(shifts.moved()).toEqual([]);
  });
}

for (const language of walkedIn('es')) {
  test(`2.11-2: registering fails, is tried again and succeeds (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const pro = professional(page, language);
    const { t } = pro;
    await pro.open();
    await expectFits(page);
    await pro.fillContact();
    await pro.forward();
    await pro.fillPractice();
    await expectFits(page);
    await pro.forward();
    await pro.fillSecurity();
    await expectFits(page);
    await page.route('**/api/v2/professional/users', (route) => route.abort());
    await pro.press(m.pro_submit({}, t));
    const banner = page.getByRole('alert').filter({ hasText: m.pro_error_title({}, t) });
    await expect(banner).toBeFocused();
    await expect(banner.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expectAccessible(page);
    await page.unroute('**/api/v2/professional/users');
    await pro.press(m.ui_try_again({}, t));
    await expect(pro.heading(m.pro_success_title({ name: 'Ana' }, t))).toBeVisible();
    await expectFits(page);
  });

  test(`7.1-5: what is corrected after a lost response is registered, and a known e-mail is reported on step 1 (${language})`, async ({
    page,
  }) => {
    const pro = professional(page, language);
    const { t, field } = pro;
    await pro.open();
    await pro.fillContact();
    await pro.forward();
    await pro.fillPractice();
    await pro.forward();
    await pro.fillSecurity();
    await page.route(
      '**/api/v2/professional/users',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await pro.press(m.pro_submit({}, t));
    await pro.press(m.pro_error_back({}, t));
    await field(m.pro_practice({}, t)).fill('County Court');
    await pro.forward();
    await pro.press(m.pro_submit({}, t));
    await expect(page.getByRole('heading', { name: m.pro_duplicate_title({}, t) })).toBeVisible();
    const email = `corrected-${pro.email}`;
    await field(m.ui_email({}, t)).fill(email);
    await pro.forward();
    await pro.forward();
    await pro.press(m.pro_submit({}, t));
    await expect(pro.heading(m.pro_success_title({ name: 'Ana' }, t))).toBeVisible();
    await expect(page.getByText('County Court')).toBeVisible();
    await expect(page.getByText(email).first()).toBeVisible();
  });

  test(`4.1-3: 409 shows on the fields; Back, the browser's Back, a dot and a reload keep what was typed (${language})`, async ({
    page,
  }) => {
    const pro = professional(page, language);
    const { t, field } = pro;
    const dot = (step: number, name: string) =>
      page.getByRole('button', { name: m.pro_step_of({ step: String(step), name }, t) });
    await pro.open();
    await pro.forward();
    await expect(page.getByText(m.signup_firstName_error({}, t)).first()).toBeVisible();
    await expect(dot(2, m.pro_step_two({}, t))).toHaveCount(0);
    await expectAccessible(page);
    await pro.fillContact();
    await pro.forward();
    await pro.fillPractice();
    await expectAccessible(page);
    await page.locator('input[autocomplete~="postal-code"]').fill('NOPE');
    await pro.forward();
    await expect(page.getByText(m.field_postal_code({}, t)).first()).toBeVisible();
    await page.locator('input[autocomplete~="postal-code"]').fill('55487');
    await page.goBack();
    await expect(field(m.pro_officer_name({}, t))).toHaveValue('Luis Ortega');
    await expect(dot(3, m.pro_step_three({}, t))).toHaveCount(0);
    await dot(2, m.pro_step_two({}, t)).click();
    await expect(pro.heading(m.pro_step_two({}, t))).toBeFocused();
    await expect(field(m.pro_practice({}, t))).toHaveValue('Family Court');
    await page.reload();
    await expect(field(m.pro_practice({}, t))).toHaveValue('Family Court');
    await pro.forward();
    await pro.fillSecurity();
    await field(m.pro_code_confirm({}, t)).fill('1174');
    await pro.press(m.pro_submit({}, t));
    await expect(page.getByText(m.codeConfirm({}, t)).first()).toBeVisible();
    await expectAccessible(page);
    await pro.press(m.ui_back({}, t));
    await pro.forward();
    await expect(field(m.ui_security_answer({}, t))).toHaveValue('Lakeside');
    await page.reload();
    await expect(field(m.ui_security_answer({}, t))).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Lakeside');
  });

  test(`8-16: an e-mail with an existing account is reported, and the professional may continue (${language})`, async ({
    page,
  }) => {
    const pro = professional(page, language);
    const { t } = pro;
    const { email } = await onRunningSite((running) => signedInProfessional(running));
    await pro.open();
    await pro.fillContact(email);
    await pro.forward();
    await expect(page.getByRole('heading', { name: m.pro_duplicate_title({}, t) })).toBeVisible();
    await expectAccessible(page);
    await pro.press(m.pro_duplicate_go_on({}, t));
    await expect(pro.heading(m.pro_step_two({}, t))).toBeFocused();
  });
}

test('7.1-6: failed look-ups show an error, two countries and a retry', async ({ page }) => {
  const pro = professional(page);
  await pro.open();
  await pro.fillContact();
  await pro.forward();
  await expect(pro.heading(m.pro_step_two({}, pro.t))).toBeVisible();
  await page.route('**/api/v2/professional/options', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(m.genericErrorMessage({}, pro.t))).toBeVisible();
  await expect(pro.field(m.pro_country({}, pro.t)).locator('option')).toHaveText([
    'Choose one',
    'United Kingdom',
    'United States',
  ]);
  await page.unroute('**/api/v2/professional/options');
  await pro.press(m.ui_try_again({}, pro.t));
  await expect(pro.field(m.pro_country({}, pro.t)).locator('option')).toHaveCount(7);
});

test('a professional page without a session asks to log in', async ({ page }) => {
  await page.goto(appPage('/pro/cases'));
  await expect(page).toHaveURL(/\/app\/login$/);
  await page.goto(join('/pro'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
