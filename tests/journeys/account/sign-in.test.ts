import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { codeIn, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { eventually } from '../../setup/sandbox.ts';
import {
  appPage,
  expect,
  expectAccessible,
  expectFits,
  mailTo,
  setLanguage,
  site,
  test,
  walkedIn,
} from '../journey.ts';
import { accountOf, ageSessions, endSessionsOf } from '../people.ts';
import { daysKept, enter, logIn, remember } from '../subscriber.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Texts of covered links. */
function coveredOf(links: Element[]): string[] {
  const covered = links.filter((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  return covered.map(({ textContent }) => textContent);
}

for (const language of walkedIn('en')) {
  const t = { locale: language };

  test(`2.1-2, 2.1-11, 2.3-1, 2.3-7: log in, be remembered, be sent home from a page of professionals, log out (${language})`, async ({
    page,
  }) => {
    await setLanguage(page, language);
    const person = await accountOf();
    await page.goto(appPage('/account/security'));
    await expect(page).toHaveURL(appPage('/login'));
    await expect(page.getByText(m.sign_in_first({}, t))).toBeVisible();
    await expectAccessible(page);
    await remember(page, language);
    await logIn(page, person, language);
    await expect(page).toHaveURL(appPage('/account/security'));
    await expect(field(page, m.sign_in_current_password({}, t))).toBeVisible();
    expect(await daysKept(page)).toBeGreaterThan(29);
    const untilWhen = m.sign_in_device_remembered({ day: '\u0000' }, t).split('\u0000')[0] ?? '';
    await expect(page.getByText(untilWhen)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: m.sign_in_log_out({}, t) })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 640 });
    const twoRows = 112;
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(twoRows);
    expect(
      (await page.getByRole('navigation', { name: m.account_home_title({}, t) }).boundingBox())?.height,
    ).toBeLessThan(twoRows / 2);
    await expectFits(page);
    await page.goto(appPage('/login'));
    await expect(page).toHaveURL(appPage('/home'));
    await page.goto(appPage('/pro/cases'));
    await expect(page.getByRole('heading', { name: m.chrome_permission_denied({}, t) })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: m.chrome_back_to_home({}, t) }).click();
    await expect(page).toHaveURL(appPage('/home'));
    await page
      .getByRole('banner')
      .getByRole('button', { name: m.sign_in_log_out({}, t) })
      .click();
    await expect(page).toHaveURL(appPage('/login'));
    await expect(page.getByText(m.sign_in_signed_out({}, t))).toBeVisible();
    // It loads a moment later and shifts the content below.
    await expect(page.getByRole('button', { name: m.passkey_log_in({}, t) })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await page.getByRole('contentinfo').getByRole('link').evaluateAll(coveredOf)).toEqual([]);
    await page.goto(appPage('/account/security'));
    await expect(page).toHaveURL(appPage('/login'));
  });
}

for (const language of walkedIn('en')) {
  const t = { locale: language };

  test(`8-18: a wrong password is reported at the password, marks the username and keeps what was typed (${language})`, async ({
    page,
  }) => {
    await setLanguage(page, language);
    const person = await accountOf();
    await page.goto(appPage('/login'));
    await logIn(page, { username: person.username, password: 'not-the-password-1' }, language);
    await expect(page.getByText(m.problem_sign_in_failed({}, t))).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: m.sign_in_failed({}, t) })).toBeVisible();
    await expect(field(page, m.ui_password({}, t))).toBeFocused();
    await expect(field(page, m.ui_username_or_email({}, t))).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, m.ui_username_or_email({}, t))).toHaveValue(person.username);
    await logIn(page, person, language);
    await expect(page).toHaveURL(appPage('/home'));
    expect(await daysKept(page)).toBeLessThan(0);
  });

  test(`a forgotten username by text: a wrong code, the right one, the username on the phone (${language})`, async ({
    page,
  }) => {
    await setLanguage(page, language);
    const person = await accountOf({ language });
    const phone = `+1${person.phoneNumber}`;
    await page.goto(appPage('/forgot-username'));
    await page.getByText(m.recovery_by_phone({}, t), { exact: true }).click();
    await field(page, m.recovery_phone({}, t)).fill(person.phoneNumber);
    await expectAccessible(page);
    await page.getByRole('button', { name: m.recovery_send_code({}, t) }).click();
    await expect(field(page, m.recovery_code({}, t))).toBeVisible();
    const [text] = await eventually(
      () => textsTo(site().sandbox, phone),
      (texts) => texts.length === 1,
    );
    const code = codeIn(text);
    await field(page, m.recovery_code({}, t)).fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: m.recovery_check_code({}, t) }).click();
    await expect(page.getByText(m.recovery_tries_left({ count: 4 }, t))).toBeVisible();
    await field(page, m.recovery_code({}, t)).fill(code);
    await page.getByRole('button', { name: m.recovery_check_code({}, t) }).click();
    await expect(page.getByRole('heading', { name: m.recovery_look_at_phone_heading({}, t) })).toBeVisible();
    await expectAccessible(page);
    const texts = await eventually(
      () => textsTo(site().sandbox, phone),
      (all) => all.length === 2,
    );
    expect(texts.join(' ')).toContain(person.username);
  });

  test(`UX3: two minutes before an unused session ends the user is asked and can stay; once ended, it continues with the password (${language})`, async ({
    page,
  }) => {
    const person = await accountOf();
    await enter(page, person, language);
    await page.goto(appPage('/account/security'));
    const typed = field(page, m.sign_in_current_password({}, t));
    await typed.fill('half of what I meant to');
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const looked = page.waitForResponse(/keepalive\.form/);
    await look();
    await looked;
    await ageSessions(person, 28.5 * 60_000);
    await look();
    const asked = page.getByRole('alertdialog', { name: m.sign_in_ending_title({}, t) });
    await expect(asked).toBeVisible();
    await asked.getByRole('button', { name: m.sign_in_stay({}, t) }).click();
    await expect(asked).toBeHidden();
    const secondsLeft = () =>
      page.evaluate(
        async () => ((await (await fetch('/api/ofw/keepalive.form')).json()) as { secondsLeft: number }).secondsLeft,
      );
    await expect.poll(secondsLeft).toBeGreaterThan(29 * 60);

    await endSessionsOf(person);
    await look();
    const ended = page.getByRole('alertdialog', { name: m.sign_in_ended_title({}, t) });
    await expect(ended).toBeVisible();
    await ended.getByLabel(m.ui_password({}, t), { exact: true }).fill(person.password);
    await ended.getByRole('button', { name: m.ui_log_in({}, t), exact: true }).click();
    await expect(ended).toBeHidden();
    await expect(page.getByText(m.sign_in_back({}, t))).toBeVisible();
    await expect(typed).toHaveValue('half of what I meant to');
  });
}

for (const language of walkedIn('es')) {
  const t = { locale: language };

  test(`a forgotten password: ask, follow the mail, set a new one, log in (${language})`, async ({ page }) => {
    await setLanguage(page, language);
    const person = await accountOf({ language });
    await page.goto(appPage('/login'));
    await page.getByRole('link', { name: m.recovery_password_heading({}, t) }).click();
    // The login has a field of the same name.
    await expect(page.getByRole('heading', { name: m.recovery_password_heading({}, t) })).toBeVisible();
    await field(page, m.ui_username_or_email({}, t)).fill(person.email);
    await page.getByRole('button', { name: m.recovery_send_link({}, t) }).click();
    await expect(page.getByRole('heading', { name: m.recovery_look_in_mail_heading({}, t) })).toBeFocused();
    const mail = await mailTo(person.email);
    const link = mail.links.find((one) => one.includes('#token=')) ?? '';
    await page.goto(link);
    await expect(field(page, m.sign_in_new_password({}, t))).toBeVisible();
    expect(page.url()).not.toContain('token');
    await field(page, m.sign_in_new_password({}, t)).fill('another-harbour-8');
    await page.getByRole('button', { name: m.recovery_send_code({}, t), exact: true }).click();
    await expect(field(page, m.recovery_code({}, t))).toBeVisible();
    await expectAccessible(page);
    const [text] = await eventually(
      () => textsTo(site().sandbox, `+1${person.phoneNumber}`),
      (texts) => texts.length > 0,
    );
    await field(page, m.recovery_code({}, t)).fill(codeIn(text));
    await page.getByRole('button', { name: m.recovery_set_password({}, t) }).click();
    await expect(page.getByRole('heading', { name: m.recovery_changed_heading({}, t) })).toBeVisible();
    await expectAccessible(page);
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: m.recovery_dead_link_heading({}, t) })).toBeVisible();
    await page.goto(appPage('/login'));
    await logIn(page, { username: person.username, password: 'another-harbour-8' }, language);
    await expect(page).toHaveURL(appPage('/home'));
  });

  test(`a forgotten username by email (${language})`, async ({ page }) => {
    await setLanguage(page, language);
    const person = await accountOf({ language });
    await page.goto(appPage('/forgot-username'));
    await field(page, m.ui_email({}, t)).fill(person.email);
    await page.getByRole('button', { name: m.recovery_send_username({}, t) }).click();
    await expect(page.getByRole('heading', { name: m.recovery_look_in_mail_heading({}, t) })).toBeVisible();
    expect((await mailTo(person.email)).text).toContain(person.username);
  });

  test(`9-41: the login fits 320 px and works by keyboard alone (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await setLanguage(page, language);
    const person = await accountOf();
    await page.goto(appPage('/login'));
    await expectFits(page);
    await field(page, m.ui_username_or_email({}, t)).focus();
    await page.keyboard.type(person.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(appPage('/home'));
    await page.goto(appPage('/account/security'));
    await expect(field(page, m.sign_in_current_password({}, t))).toBeVisible();
    await expectFits(page);
  });
}

for (const how of ['by the dialog', 'by a reload'] as const)
  test(`B8: after a session’s end the next person, who comes ${how}, begins at their own home`, async ({ page }) => {
    const t = { locale: 'en' } as const;
    const [first, next] = [await accountOf(), await accountOf()];
    await enter(page, first, 'en');
    await page.goto(appPage('/account/security'));
    await expect(field(page, m.sign_in_current_password({}, t))).toBeVisible();
    await endSessionsOf(first);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const ended = page.getByRole('alertdialog', { name: m.sign_in_ended_title({}, t) });
    await expect(ended).toBeVisible();
    if (how === 'by a reload') await page.reload();
    else await ended.getByRole('button', { name: m.sign_in_leave({}, t) }).click();
    await expect(page).toHaveURL(appPage('/login'));
    await logIn(page, next, 'en');
    await expect(page).toHaveURL(appPage('/home'));
  });

test('SEC5: a login link that points elsewhere leads home', async ({ page }) => {
  const person = await accountOf();
  await page.goto(appPage(`/login?redirect=${encodeURIComponent('//evil.example')}`));
  await logIn(page, person, 'en');
  await expect(page).toHaveURL(appPage('/home'));
});
