import type { Page } from '@playwright/test';
import { activityText } from '#contract/account/activity.ts';
import { m } from '#messages/messages.js';
import { codeIn, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  type Language,
  mailTo,
  setLanguage,
  site,
  test,
  walkedIn,
} from '../journey.ts';
import { fillAddress, minnesota } from '../parent-a.ts';
import { accountOf, ageIdentityProof } from '../people.ts';
import { logIn } from '../subscriber.ts';

/** The link to this page in a mail to an address. */
async function linkTo(email: string, page: string): Promise<string> {
  const links = await eventually(
    async () => (await mailsTo(site().sandbox, email)).flatMap((mail) => mail.links),
    (seen) => seen.some((link) => link.includes(`/${page}#`)),
  );
  return links.find((link) => link.includes(`/${page}#`)) ?? '';
}

function profileOf(page: Page, language: Language) {
  const t = { locale: language };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  return {
    t,
    button,
    field,
    change: (what: string) => button(m.profile_change_what({ what }, t)).click(),
    saved: (what: string) => expect(page.getByText(m.profile_saved({ what }, t))).toBeVisible(),
    prove: async (password: string) => {
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      await dialog.getByLabel(m.ui_password({}, t), { exact: true }).fill(password);
      await dialog.getByRole('button', { name: m.fresh_confirm({}, t) }).click();
    },
  };
}

for (const language of walkedIn('es')) {
  test(`every part of the profile is edited in place, is listed, and a changed email is undone from the old mailbox (${language})`, async ({
    page,
  }) => {
    await setLanguage(page, language);
    const person = await accountOf({ language });
    await page.goto(appPage('/account/profile'));
    await logIn(page, person, language);
    const { t, button, field, change, saved, prove } = profileOf(page, language);
    await expect(page.getByRole('heading', { level: 1, name: m.profile_title({}, t) })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(m.profile_title({}, t)));
    await expectAccessible(page);

    await change(m.profile_name({}, t));
    await expect(field(m.ui_first_name({}, t))).toBeFocused();
    await field(m.ui_first_name({}, t)).fill('Martina');
    await page.keyboard.press('Enter');
    await saved(m.profile_name({}, t));
    await expect(page.getByText('Martina Ruiz')).toBeVisible();
    await expect(button(m.profile_change_what({ what: m.profile_name({}, t) }, t))).toBeFocused();

    await ageIdentityProof(person);
    await change(m.profile_username({}, t));
    await field(m.ui_username({}, t)).fill(`${person.username}-x`);
    await button(m.ui_save({}, t)).click();
    await prove(person.password);
    await saved(m.profile_username({}, t));

    await change(m.profile_phone({}, t));
    const phoneNumber = `202${String(Date.now()).slice(-7)}`;
    await page.getByRole('textbox', { name: m.ui_phone_number({}, t) }).fill(phoneNumber);
    await button(m.profile_phone_send({}, t)).click();
    const [text] = await eventually(
      () => textsTo(site().sandbox, `+1${phoneNumber}`),
      (seen) => seen.length > 0,
    );
    await field(m.profile_code({}, t)).fill(codeIn(text));
    await button(m.profile_code_confirm({}, t)).click();
    await saved(m.profile_phone({}, t));
    await expect(page.getByText(`+1 ${phoneNumber}`, { exact: true })).toBeVisible();

    await change(m.profile_address({}, t));
    // With a trailing space the line is saved differently than typed.
    const elPaso = {
      line: '12 Lake Street ',
      city: 'El Paso',
      region: 'TX',
      postalCode: '79901',
      timezone: 'America/Chicago',
    };
    await fillAddress(page, { ...minnesota, ...elPaso }, t);
    await button(m.profile_address_check({}, t)).click();
    await expect(page.getByText(m.profile_address_none({}, t))).toBeVisible();
    await button(m.profile_address_save({}, t)).click();
    await saved(m.profile_address({}, t));

    await change(m.profile_time_zone({}, t));
    const zone = field(m.profile_time_zone({}, t));
    await zone.selectOption('America/Denver');
    const zoneName = await zone.locator('option:checked').innerText();
    await button(m.ui_save({}, t)).click();
    await saved(m.profile_time_zone({}, t));
    await expect(page.getByText(zoneName, { exact: true })).toBeVisible();

    await change(m.profile_security({}, t));
    const question = field(m.ui_security_question({}, t));
    await question.selectOption({ index: 1 });
    const chosen = await question.locator('option:checked').innerText();
    await field(m.ui_security_answer({}, t)).fill('Harbour town');
    await field(m.credentials_security_code({}, t)).fill('4711');
    await field(m.credentials_confirm_code({}, t)).fill('4711');
    await button(m.ui_save({}, t)).click();
    await saved(m.profile_security({}, t));
    await expect(page.getByText(m.profile_security_question({ question: chosen }, t))).toBeVisible();
    await expect(page.getByText('Harbour town')).toHaveCount(0);

    // Mails use it from now on; the pages keep theirs.
    const mails = { en: { locale: 'es', name: 'Español' }, es: { locale: 'en', name: 'English' } } as const;
    await page.goto(appPage('/account/settings#profile'));
    await expect(page).toHaveURL(appPage('/account/profile'));
    await change(m.profile_language({}, t));
    await field(m.profile_language({}, t)).selectOption(mails[language].name);
    await button(m.ui_save({}, t)).click();
    await saved(m.profile_language({}, t));
    const inOther = { locale: mails[language].locale };
    await mailTo(person.email, ({ subject }) => subject === m.mail_account_change_subject({}, inOther));

    const email = `new-${person.email}`;
    await change(m.profile_email({}, t));
    await field(m.profile_email_new({}, t)).fill(email);
    await button(m.profile_email_send({}, t)).click();
    await expect(page.getByText(m.profile_email_pending({ email }, t))).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page);
    await page.goto(await linkTo(email, 'email'));
    await expect(page).toHaveURL(appPage('/account/email'));
    await button(m.email_link_use({}, t)).click();
    await expect(page.getByRole('heading', { name: m.email_link_done({}, t) })).toBeVisible();
    await page.getByRole('link', { name: m.profile_title({}, t) }).click();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    await page.getByRole('link', { name: m.profile_activity({}, t) }).click();
    for (const kind of [
      'EMAIL_CHANGED',
      'LANGUAGE_CHANGED',
      'SECURITY_CHANGED',
      'TIME_ZONE_CHANGED',
      'ADDRESS_CHANGED',
      'PHONE_CHANGED',
      'USERNAME_CHANGED',
      'NAME_CHANGED',
    ] as const)
      await expect(page.getByText(activityText(kind, language), { exact: true })).toBeVisible();
    await expectAccessible(page);

    await page.goto(await linkTo(person.email, 'my-account'));
    await expect(page.getByText(activityText('EMAIL_CHANGED', language))).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(m.ownership_by_password({}, t)).check();
    await field(m.ownership_password({}, t)).fill(person.password);
    await button(m.ownership_check({}, t)).click();
    await button(m.ownership_undo({}, t)).click();
    await expect(field(m.sign_in_new_password({}, t))).toBeVisible();
    // The old password has ended with the claim, and so has the claim.
    await page.reload();
    await field(m.sign_in_new_password({}, t)).fill('another-harbour-8');
    await button(m.recovery_set_password({}, t)).click();
    await expect(page.getByRole('heading', { name: m.recovery_changed_heading({}, t) })).toBeVisible();
  });
}
