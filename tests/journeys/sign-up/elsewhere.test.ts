import { m } from '#messages/messages.js';
import { expect, expectFits, join, newPerson, setLanguage, test, walkedAs } from '../journey.ts';
import { parentA } from '../parent-a.ts';
import { pageOfAnother } from '../reused-profiles.ts';

const looks = [
  { language: 'en', width: 1280 },
  { language: 'es', width: 320 },
] as const;

for (const { language, width } of walkedAs('es', looks)) {
  const t = { locale: language };
  test(`sets the invite’s timing, clears this browser, and continues elsewhere by a code (${language}, ${width} px)`, async ({
    page,
    browser,
  }) => {
    const viewport = { width, height: 640 };
    await page.setViewportSize(viewport);
    await setLanguage(page, language);
    const coParent = newPerson('Joe', 'Ramos');
    const marta = parentA(page, { language, coParent });
    await marta.open('/step1');
    await marta.details();
    await expect(page).toHaveURL(join('/step2'));
    // A press before the script has loaded keeps the line open.
    await page.goto(join('/step1'), { waitUntil: 'commit' });
    await page.locator('summary', { hasText: m.reach_question({}, t) }).click();
    await page.getByRole('checkbox', { name: m.reach_mail({}, t), exact: true }).uncheck();
    await expectFits(page);
    await page.getByRole('button', { name: m.ui_continue({}, t), exact: true }).click();
    await expect(page).toHaveURL(join('/step2'));
    await page.locator('[name="coParent.firstName"]').fill('Joe');
    await page.locator('[name="coParent.lastName"]').fill('Ramos');
    await page.getByLabel(m.co_parent_email({}, t), { exact: true }).fill(coParent.email);
    await page.getByRole('button', { name: m.co_parent_add_child({}, t) }).click();
    await page.locator('[name="children.0.firstName"]').fill('Ana');
    await page.locator('[name="children.0.lastName"]').fill('Ruiz');
    // On a wide screen it is beside the form.
    if (width < 960) await page.getByRole('button', { name: m.inviting_show({ name: 'Joe' }, t) }).click();
    await expect(page.getByRole('article', { name: m.inviting_mail({}, t) })).toContainText('Joe');
    await page.getByRole('button', { name: m.inviting_change({}, t) }).click();
    await page.getByRole('radio', { name: m.inviting_later({}, t) }).check();
    await page.getByRole('button', { name: m.inviting_save({}, t), exact: true }).click();
    await expect(page.getByText(m.inviting_text_later({ name: 'Joe' }, t))).toBeVisible();
    await expectFits(page);
    await page.getByRole('button', { name: m.ui_continue({}, t), exact: true }).click();
    await expect(page).toHaveURL(join('/step3'));

    await page.getByRole('button', { name: m.elsewhere_open({}, t) }).click();
    await expect(page.getByText(m.elsewhere_text_no_mail({}, t))).toBeVisible();
    await expect(page.getByRole('button', { name: m.elsewhere_mail({}, t) })).toHaveCount(0);
    await page.getByRole('button', { name: m.elsewhere_code({}, t) }).click();
    const code = await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText();
    await expectFits(page);
    await page.getByRole('button', { name: m.elsewhere_leave_nothing({}, t) }).click();
    await expect(page).toHaveURL(join('/signup'));
    const left = await page.evaluate(() => JSON.stringify({ ...window.sessionStorage }));
    expect(left).not.toMatch(/Joe|Ramos|example\.com/);

    const other = await pageOfAnother(browser);
    await other.setViewportSize(viewport);
    await setLanguage(other, language);
    await other.goto(join('/signup'));
    await other.getByRole('link', { name: m.landing_resume({}, t) }).click();
    await other.getByRole('textbox', { name: m.resume_code({}, t) }).fill(code.toLowerCase());
    await expectFits(other);
    await other.getByRole('button', { name: m.ui_continue({}, t), exact: true }).click();
    await expect(other).toHaveURL(join('/step3'));
    await other.goto(join('/step2'));
    await expect(other.locator('[name="children.0.firstName"]')).toHaveValue('Ana');
    await expect(other.getByText(m.inviting_text_later({ name: 'Joe' }, t))).toBeVisible();
    await other.goto(join('/step1'));
    await other.locator('summary', { hasText: m.reach_question({}, t) }).click();
    await expect(other.getByRole('checkbox', { name: m.reach_mail({}, t), exact: true })).not.toBeChecked();
    await other.close();
  });
}
