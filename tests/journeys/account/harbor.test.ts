import { m } from '#messages/messages.js';
import { callRefund } from '../../setup/account-calls.ts';
import { codeNow, withTotp } from '../../setup/ownership/second-factor.ts';
import type { Person } from '../../setup/person.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';
import { appPage, expect, expectFits, expectNoViolation, site, test, walkedIn } from '../journey.ts';
import { onRunningSite } from '../running-site.ts';
import { enter, subscriberOf } from '../subscriber.ts';

const premium = 1002;

const said = {
  en: {
    open: 'Log in with Evenkeel',
    week: 'This week',
    storage: 'Storage, in GB:',
    locked: "Your plan doesn't include the calendar.",
    logOut: 'Log out',
  },
  es: {
    open: 'Iniciar sesión con Evenkeel',
    week: 'Esta semana',
    storage: 'Almacenamiento, en GB:',
    locked: 'Su plan no incluye el calendario.',
    logOut: 'Cerrar sesión',
  },
};

for (const locale of walkedIn('es'))
  test(`another app shows what a plan includes, and within two seconds an upgrade, a refund and a sign-out here (${locale})`, async ({
    page,
  }) => {
    const t = { locale };
    const parent = await subscriberOf();
    await page.setViewportSize({ width: 360, height: 740 });
    await enter(page, parent, locale);
    await page.goto(appPage('/home'));
    await page.getByRole('link', { name: m.account_links_app({ name: 'Harbor' }, t) }).click();
    if (locale === 'es') await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('link', { name: said[locale].open }).click();
    await expect(page.getByRole('heading', { name: said[locale].week })).toBeVisible();
    await expect(page.getByText(`${said[locale].storage} 1`, { exact: true })).toBeVisible();
    await expectFits(page);
    await expectNoViolation(page);

    const upgraded = await onRunningSite((running) => upgrade(running, parent, { packageId: premium }));
    expect(upgraded.status).toBe(200);
    await expect(page.getByText(`${said[locale].storage} 10`, { exact: true })).toBeVisible({ timeout: 2_500 });
    await onRunningSite((running) => callRefund(running, parent.userId));
    await expect(page.getByText(said[locale].locked)).toBeVisible({ timeout: 2_500 });
    const signedOut = await page.context().request.delete(`${site().url}/api/v2/sessions/current`, {
      headers: { origin: site().url },
    });
    expect(signedOut.status()).toBe(200);
    await expect(page.getByRole('link', { name: said[locale].open })).toBeVisible({ timeout: 2_500 });
  });

test('a user with a second factor logs in to another app by both steps, and out of both with it', async ({ page }) => {
  const parent = await subscriberOf();
  const { secret } = await onRunningSite((running) => withTotp(running.app, parent as unknown as Person));
  await enter(page, parent);
  await page.goto(appPage('/home'));
  const harbor = await page
    .getByRole('link', { name: m.account_links_app({ name: 'Harbor' }, {}) })
    .getAttribute('href');
  await page.context().clearCookies();
  await page.goto(harbor ?? '', { waitUntil: 'commit' });
  await page.getByRole('link', { name: said.en.open }).click();
  await page.getByLabel(m.ui_username_or_email(), { exact: true }).fill(parent.username);
  await page.getByLabel(m.ui_password(), { exact: true }).fill(parent.password);
  await page.getByRole('button', { name: m.ui_log_in(), exact: true }).click();
  await page.getByLabel(m.second_step_code(), { exact: true }).fill(codeNow(secret));
  await page.getByRole('button', { name: m.second_step_confirm(), exact: true }).click();
  await expect(page.getByRole('heading', { name: said.en.week })).toBeVisible();

  await page.getByRole('button', { name: said.en.logOut }).click();
  await expect(page.getByRole('link', { name: said.en.open })).toBeVisible();
  await page.goto(appPage('/home'));
  await expect(page).toHaveURL(/\/app\/login/);
});
