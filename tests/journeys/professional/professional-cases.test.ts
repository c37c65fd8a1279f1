import type { Route } from '@playwright/test';
import { m } from '#messages/messages.js';
import { appPage, expect, expectHeaderClear, expectWellAt, test, walkedIn } from '../journey.ts';
import { professional } from '../professional-steps.ts';
import { watchShifts } from '../watch-layout-shifts.ts';

for (const language of walkedIn('es')) {
  test(`6-28: a professional imports families, finds one, corrects its names, archives and restores it (${language})`, async ({
    page,
  }) => {
    const look = () => expectWellAt(page, [1280, 360]);
    const shifts = await watchShifts(page);
    const pro = professional(page, language);
    const { t, press } = pro;
    await pro.arrive();
    await expectHeaderClear(page, [320, 360, 420, 640, 768, 800, 900, 1280]);
    await pro.chooseList([
      'Inés;Núñez;ines@one.example;Óscar;Peña;;"Ana, Leo";es',
      'Ann;Okafor;not-an-address;Bob;Wong;;;',
      'Jane;Wong;jane@one.example;Jim;Lind;;;',
    ]);
    const summary = m.pro_import_summary({ ready: 2, faulty: 1, duplicates: 0 }, t);
    await expect(page.getByRole('status').filter({ hasText: summary })).toBeVisible();
    await look();
    await press(m.pro_import_open({ count: 2 }, t));
    await expect(pro.heading(m.pro_cases_title({}, t))).toBeVisible();
    const rows = page.getByRole('table').getByRole('link');
    await expect(rows).toHaveCount(2);
    await look();

    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect(search).toBeFocused();
    await search.fill('nunez');
    await expect(rows).toHaveCount(1);
    await page.getByRole('row', { name: 'Inés Núñez' }).getByRole('link').click();

    await press(m.pro_case_names({}, t));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(m.ui_first_name({}, t)).first().fill('Irene');
    await look();
    await dialog.getByRole('button', { name: m.pro_case_names_save({}, t) }).click();
    await expect(page.getByRole('region', { name: 'Irene Núñez' })).toBeVisible();
    await press(m.pro_case_archive({}, t));
    await expect(page.getByText(m.pro_case_archived({}, t))).toBeVisible();
    await expect(page.getByRole('button', { name: m.pro_case_restore({}, t) })).toBeFocused();
    await page.goBack();
    // The search text is still there, but not the archived family.
    await expect(search).toHaveValue('nunez');
    await expect(page.getByText(m.pro_cases_none_title({}, t))).toBeVisible();
    // Back is in the footer, which toasts cover.
    const dismiss = page.getByRole('button', { name: m.ui_dismiss({}, t) });
    await expect(async () => {
      if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 500 });
      await expect(dismiss).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await look();
    await page.getByRole('button', { name: m.pro_cases_filter_ARCHIVED({}, t) }).click();
    await rows.click();
    await press(m.pro_case_restore({}, t));
    await expect(page.getByText(m.pro_case_archived({}, t))).toBeHidden();
    await expect(page.getByRole('button', { name: m.pro_case_archive({}, t) })).toBeFocused();
    expect(shifts.moved()).toEqual([]);
  });
}

for (const language of walkedIn('es')) {
  test(`1-4: a family sent again after a lost response is opened once, and the page says so where it was changed since (${language})`, async ({
    page,
  }) => {
    const pro = professional(page, language);
    const { t, field, press } = pro;
    await pro.arrive();
    await pro.fillFamily();
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/v2/professional/cases', loseAnswer, { times: 1 });
    await press(m.pro_new_create({}, t));
    await expect(page.getByText(m.session_unreachable({}, t))).toBeVisible();
    const firstName = field(m.ui_first_name({}, t)).first();
    await firstName.fill('Marina');
    await press(m.pro_new_create({}, t));
    await expect(page.getByText(m.pro_new_opened_before({}, t))).toBeVisible();
    await expectWellAt(page, [1280, 360]);
    // A different family after all: the next press opens it.
    await press(m.pro_new_create({}, t));
    await expect(pro.heading(m.pro_cases_family({ one: "Marina O'Brien", other: 'Joe Ruiz' }, t))).toBeVisible();
    await page.goto(appPage('/pro/cases'));
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(2);
  });
}

for (const language of walkedIn('es')) {
  test(`6-21: a corrected list is previewed again under its name, and cancelling keeps the one before (${language})`, async ({
    page,
  }) => {
    const pro = professional(page, language);
    const { t, field, listOf } = pro;
    const summary = (counts: { ready: number; faulty: number }) =>
      page.getByRole('status').filter({ hasText: m.pro_import_summary({ ...counts, duplicates: 0 }, t) });
    await pro.arrive();
    await expect(page.getByText(m.pro_cases_empty_title({}, t))).toBeVisible();
    await pro.chooseList(['Ann;Okafor;not-an-address;Bob;Wong;;;']);
    await expect(summary({ ready: 0, faulty: 1 })).toBeVisible();
    const input = field(m.pro_import_file({}, t));
    const chooseFile = async () => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.click()]);
      // A browser reports a change only if the file differs from the current one.
      await expect(input).toHaveValue('');
      return chooser;
    };
    await chooseFile();
    await input.dispatchEvent('cancel');
    await expect(input).toHaveValue(/list\.csv$/);
    await expect(summary({ ready: 0, faulty: 1 })).toBeVisible();
    await (await chooseFile()).setFiles(listOf(['Ann;Okafor;ann@one.example;Bob;Wong;;;']));
    await expect(summary({ ready: 1, faulty: 0 })).toBeVisible();
    await expect(input).toHaveValue(/list\.csv$/);
  });
}

for (const language of walkedIn('en')) {
  test(`6-40: a professional imports a family, changes the practice, has unused codes refunded, and closes the account (${language})`, async ({
    page,
  }) => {
    const look = () => expectWellAt(page, [1280, 360]);
    const pro = professional(page, language);
    const { t, press } = pro;
    await pro.arrive();
    await pro.chooseList(['Jane;Wong;jane@one.example;Jim;Lind;;;']);
    await press(m.pro_import_open({ count: 1 }, t));
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);
    await pro.buyBundle();
    const asked = Promise.withResolvers<void>();
    await page.route('**/codes/receipt', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await press(m.pro_codes_kept({}, t));
    await press(m.pro_back_ask({ amount: 'US$684.00' }, t));
    const decision = page.getByRole('alertdialog');
    await expect(decision).toBeVisible();
    // Confirmed codes are removed from the page; an open dialog stays.
    asked.resolve();
    await expect(page.getByText(m.pro_codes_once({}, t))).toBeHidden();
    await expect(page.getByText(m.pro_codes_yours_text({ amount: 'US$144.00' }, t))).toBeHidden();
    await look();
    await decision.getByRole('button', { name: m.pro_back_yes({ amount: 'US$684.00' }, t) }).click();
    await expect(page.getByRole('heading', { name: m.pro_back_done_title({}, t) })).toBeVisible();

    await page.getByRole('link', { name: m.pro_practice_title({}, t), exact: true }).click();
    await pro.field(m.pro_practice({}, t)).fill('Ruiz Mediation');
    await look();
    await press(m.pro_practice_save({}, t));
    await expect(page.getByText(m.pro_practice_saved({}, t))).toBeVisible();

    await page.goto(appPage('/account/settings'));
    await expect(pro.heading(m.account_settings_title({}, t))).toBeVisible();
    await press(m.account_settings_close_ask({}, t));
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(m.account_settings_close_paid({}, t))).toBeVisible();
    await look();
    await dialog.getByRole('button', { name: m.account_settings_close_yes({}, t) }).click();
    await press(m.account_keep({}, t));
    await expect(page.getByRole('button', { name: m.account_settings_close_ask({}, t) })).toBeVisible();
  });
}
