import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signedInCookie } from '#contract/boot.ts';
import { caseColumnNames } from '#contract/professionals/case-list.ts';
import { m } from '#messages/messages.js';
import { signedInProfessional } from '../setup/professional.ts';
import { cardField, fillCard } from './card-steps.ts';
import { appPage, expect, join, type Language, mailTo, setLanguage, site } from './journey.ts';
import { onRunningSite } from './running-site.ts';

/** A professional's path through registration and cases, by the texts on screen. */
export function professional(page: Page, language: Language = 'en') {
  const t = { locale: language };
  const email = `pro-${randomUUID()}@court.example`;
  const username = `pro.${randomUUID().slice(0, 12)}`;
  const password = 'quiet-harbour-7';
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  const open = async () => {
    await setLanguage(page, language);
    await page.goto(join('/pro'));
    await expect(heading(m.pro_title({}, t))).toBeVisible();
  };

  const fillContact = async (address = email) => {
    await field(m.ui_first_name({}, t)).fill('Ana');
    await field(m.ui_last_name({}, t)).fill('Vega');
    await field(m.ui_email({}, t)).fill(address);
    await page.getByRole('textbox', { name: m.ui_phone_number({}, t) }).fill('(202) 555-0142');
    await field(m.ui_referral({}, t)).selectOption('BENCH_OFFICER');
    await field(m.pro_officer_name({}, t)).fill('Luis Ortega');
    await field(m.pro_officer_position({}, t)).selectOption('JUDGE');
  };

  const fillPractice = async () => {
    await expect(heading(m.pro_step_two({}, t))).toBeFocused();
    await field(m.pro_practice({}, t)).fill('Family Court');
    // Derived from the phone.
    await expect(page.getByText(m.payment_timezone_follows({}, t))).toBeVisible();
    await page.getByRole('combobox', { name: m.pro_line1({}, t), exact: true }).fill('300 South Sixth Street');
    await page.locator('input[autocomplete~="postal-code"]').fill('55487');
    await expect(field(m.pro_city({}, t))).toHaveValue('Minneapolis');
    await expect(page.locator('select[autocomplete~="address-level1"]')).toHaveValue('MN');
    const roles = page.getByRole('combobox', { name: m.pro_roles({}, t) });
    await roles.press('ArrowDown');
    await roles.press('Enter');
    await roles.press('ArrowDown');
    await roles.press('Enter');
    await roles.press('Escape');
    await expect(
      page.getByRole('button', { name: new RegExp(`^${m.pro_roles_remove({ role: '' }, t).trim()} `) }),
    ).toHaveCount(2);
  };

  const fillSecurity = async () => {
    await expect(heading(m.pro_step_three({}, t))).toBeFocused();
    await field(m.ui_security_question({}, t)).selectOption({ index: 1 });
    await field(m.ui_security_answer({}, t)).fill('Lakeside');
    await field(m.pro_code({}, t)).fill('4711');
    await field(m.pro_code_confirm({}, t)).fill('4711');
  };

  const forward = () => press(m.ui_continue({}, t));
  const register = async () => {
    await open();
    await fillContact();
    await forward();
    await fillPractice();
    await forward();
    await fillSecurity();
    await press(m.pro_submit({}, t));
    await expect(heading(m.pro_success_title({ name: 'Ana' }, t))).toBeVisible();
  };

  /** Signs in by the link of the confirmation mail; ends on the cases. */
  const signIn = async () => {
    const mail = await mailTo(email);
    await page.goto(mail.links.find((link) => link.includes('/app/join/credentials#')) ?? '');
    await field(m.ui_username({}, t)).fill(username);
    await field(m.ui_password({}, t)).fill(password);
    await press(m.credentials_complete({}, t));
    await expect(heading(m.receipt_heading({}, t))).toBeFocused();
    await press(m.ui_continue({}, t));
    await expect(heading(m.pro_cases_title({}, t))).toBeVisible();
  };

  /** Registers and signs in without the pages, for journeys about something else. Ends on the cases. */
  const arrive = async (change: { practice?: object } = {}) => {
    const {
      headers,
      userId,
      email: address,
    } = await onRunningSite((running) =>
      signedInProfessional(running, { ...change, contact: { firstName: 'Ana', lastName: 'Vega' } }),
    );
    const [name = '', value = ''] = headers['cookie']?.split('=') ?? [];
    await page.context().addCookies([
      { name, value, url: site().url },
      { name: signedInCookie, value: '1', url: site().url },
    ]);
    await setLanguage(page, language);
    await page.goto(appPage('/pro/cases'));
    await expect(heading(m.pro_cases_title({}, t))).toBeVisible();
    return { userId, email: address };
  };

  /** Buys five codes for Essentials by card; returns the codes, which are shown once. */
  const buyBundle = async () => {
    await page.getByRole('link', { name: m.pro_codes_title({}, t) }).click();
    await expect(page.getByText(m.pro_codes_none({}, t))).toBeVisible();
    await press(m.pro_codes_go_pay({}, t));
    await fillCard(page, language);
    await press(m.pro_pay_now({ amount: 'US$684.00' }, t));
    await expect(page.getByRole('status').filter({ hasText: m.pro_codes_paid({}, t) })).toBeFocused();
    await press(m.pro_codes_show({}, t));
    const codes = page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await expect(codes).toHaveCount(5);
    return codes.allInnerTexts();
  };

  const fillFamily = async ({ secondEmail = `b-${randomUUID()}@example.com` } = {}) => {
    const firstEmail = `a-${randomUUID()}@example.com`;
    await page.getByRole('link', { name: m.pro_new_title({}, t) }).click();
    await expect(heading(m.pro_new_title({}, t))).toBeFocused();
    for (const [index, [first, last, address]] of [
      ['Marta', "O'Brien", firstEmail] as const,
      ['Joe', 'Ruiz', secondEmail] as const,
    ].entries()) {
      await field(m.ui_first_name({}, t)).nth(index).fill(first);
      await field(m.ui_last_name({}, t)).nth(index).fill(last);
      await page.locator('input[type="email"]').nth(index).fill(address);
    }
    await press(m.pro_new_add_child({}, t));
    await field(m.pro_new_child({ number: 1 }, t)).fill('Ana');
    return { firstEmail, secondEmail };
  };
  const submitFamily = async () => {
    await press(m.pro_new_create({}, t));
    await expect(heading(m.pro_cases_family({ one: "Marta O'Brien", other: 'Joe Ruiz' }, t))).toBeVisible();
  };
  const openFamily = async (emails?: Parameters<typeof fillFamily>[0]) => {
    const filled = await fillFamily(emails);
    await submitFamily();
    return filled;
  };

  /** A list as a spreadsheet in their language saves it, one family per line below the column names. */
  const listOf = (families: readonly string[]) => {
    const lines = [Object.values(caseColumnNames[language]).join(';'), ...families];
    return { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') };
  };
  const chooseList = async (families: readonly string[]) => {
    await page.getByRole('link', { name: m.pro_import_title({}, t) }).click();
    await expect(heading(m.pro_import_title({}, t))).toBeFocused();
    const nothing = page.getByText(m.pro_import_none_chosen({}, t));
    await expect(nothing).toBeVisible();
    const list = listOf(families);
    await field(m.pro_import_file({}, t)).setInputFiles(list);
    await expect(nothing).toBeHidden();
    await expect(page.getByText(list.name)).toBeVisible();
  };

  const cardNumber = () => cardField(page, m.payment_methods_number({}, t));

  return {
    t,
    email,
    username,
    password,
    field,
    press,
    heading,
    open,
    fillContact,
    fillPractice,
    fillSecurity,
    forward,
    register,
    signIn,
    arrive,
    buyBundle,
    fillFamily,
    submitFamily,
    openFamily,
    chooseList,
    listOf,
    fillCard: () => fillCard(page, language),
    cardNumber,
  };
}
