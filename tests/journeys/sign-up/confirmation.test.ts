import { m } from '#messages/messages.js';
import { mailsTo } from '../../setup/sandbox.ts';
import { appPage, expect, expectAccessible, expectFits, mailTo, site, test, walkedIn } from '../journey.ts';
import { parentA } from '../parent-a.ts';

const prompted = 'experiment=parent-b-email-speedbump:treatment';

test('L14, 2.2-4, 2.9-10, 4.3-2, 4.5-9, 4.5-10, 5.6-4: a plan chosen on the pricing page goes straight to the payment; the receipt asks for the co-parent email, and leads to the account', async ({
  page,
}) => {
  const journey = parentA(page);
  const { t, coParent } = journey;
  await journey.open(`/signup?package=1002&${prompted}`);
  await page.getByRole('link', { name: m.landing_parents({}, t) }).click();
  await page.getByRole('button', { name: m.ui_yes({}, t) }).click();
  await expect(page.getByText(m.co_parent_status_note_spam({}, t))).toBeVisible();
  await expect(page.getByRole('link', { name: m.ui_log_in({}, t) }).last()).toHaveAttribute('href', /\/app\/login$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: m.co_parent_status_no_text({}, t) }).click();
  await journey.details();

  await journey.fillFamily();
  await page.getByRole('checkbox', { name: m.co_parent_no_email({}, t) }).check();
  await page.getByRole('textbox', { name: m.co_parent_phone({}, t) }).fill(coParent.phone);
  await journey.press(m.ui_continue({}, t));
  await expect(journey.heading(m.payment_heading_billing({}, t))).toBeVisible();
  await expect(await journey.summary()).toContainText('US$198.00');
  await journey.billing();
  await journey.method();
  await journey.review();
  await journey.payNow().click();

  await journey.credentials();
  await expect(journey.heading(m.receipt_heading({}, t))).toBeVisible();
  const saved = Date.now();
  // The dialog covers the receipt, which is hidden from screen readers.
  const dialog = page.getByRole('dialog', { name: m.receipt_prompt_title({}, t) });
  await expect(dialog).toBeVisible({ timeout: 12_000 });
  expect(Date.now() - saved).toBeGreaterThan(4_000);
  await expect(page).toHaveURL(/\/receipt$/);
  await dialog.getByLabel(m.receipt_prompt_email({}, t)).fill('joe at example');
  await dialog.getByRole('button', { name: m.receipt_prompt_submit({}, t) }).click();
  await expect(dialog.getByText(m.field_email_prompt({}, t)).first()).toBeVisible();
  await dialog.getByLabel(m.receipt_prompt_email({}, t)).fill(coParent.email);
  await dialog.getByRole('button', { name: m.receipt_prompt_submit({}, t) }).click();
  await expect(page.getByText(m.receipt_co_parent_email({ email: coParent.email }, t))).toBeVisible();
  await mailTo(coParent.email);

  // L14: paying has signed them in, so the main button leads to their account.
  await page.getByRole('button', { name: m.sign_in_my_account({}, t) }).click();
  await expect(page).toHaveURL(/\/app\/home$/);
  await page.getByRole('link', { name: m.account_links_app({ name: 'Harbor' }, t) }).click();
  // Whoever is logged in here is logged in to the company's other app without a form.
  const logIn = t.locale === 'es' ? 'Iniciar sesión con Evenkeel' : 'Log in with Evenkeel';
  await page.getByRole('link', { name: logIn }).click();
  await expect(page.getByRole('heading', { level: 1, name: journey.parent.firstName })).toBeVisible();
  const account = t.locale === 'es' ? 'Mi cuenta de Evenkeel' : 'My Evenkeel account';
  await page.getByRole('link', { name: account }).click();
  await expect(page).toHaveURL(/\/app\/home/);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  for (const secret of [journey.parent.email, coParent.email, 'registrationKey":"'])
    expect(stored).not.toContain(secret);
});

for (const language of walkedIn('es')) {
  test(`a parent who wants no mail is promised none, neither by the receipt nor before a renewal (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const journey = parentA(page, { language });
    const { t, parent } = journey;
    await journey.open('/step1');
    await journey.fillDetails();
    await page.locator('summary', { hasText: m.reach_question({}, t) }).click();
    await page.getByRole('checkbox', { name: m.reach_mail({}, t), exact: true }).uncheck();
    await journey.press(m.ui_continue({}, t));
    const note = await page.getByRole('button', { name: m.elsewhere_open({}, t) }).boundingBox();
    const leave = await page.getByRole('link', { name: m.chrome_leave_quickly({}, t) }).boundingBox();
    if (!note || !leave) throw new Error('The row above the page is missing');
    expect(note.x + note.width, 'the note ends before the way out').toBeLessThan(leave.x);
    expect(note.height, 'the note stays in its row').toBe(leave.height);
    await journey.family();
    await journey.plan();
    await journey.billing();
    await journey.method();
    await journey.review();
    await journey.payNow().click();
    await journey.credentials();
    await journey.receipt();
    await expect(page.getByText(m.receipt_subtitle_no_mail({}, t))).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(parent.email);
    await expectFits(page);
    await page.goto(appPage('/home'));
    await expect(page.getByText(m.account_year_you_pay({}, t))).toBeVisible();
    await expect(page.locator('figcaption > span'), 'today, and no day on which we write').toHaveCount(1);
    expect(await mailsTo(site().sandbox, parent.email)).toEqual([]);
  });
}
