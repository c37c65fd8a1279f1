import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { signedInProfessional } from '../setup/professional.ts';
import { expect, join, type Language, mailTo, site, speak } from './journey.ts';
import { onRunningSite } from './running-site.ts';

/** A professional's way through registration and cases, in the words of the screens. */
export function professional(page: Page, language: Language = 'en') {
  const say = { locale: language };
  const email = `pro-${randomUUID()}@court.example`;
  const username = `pro.${randomUUID().slice(0, 12)}`;
  const password = 'quiet-harbour-7';
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const cardField = (title: string) => page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');

  const open = async () => {
    await speak(page, language);
    await page.goto(join('/pro'));
    await expect(heading(m.pro_title({}, say))).toBeVisible();
  };

  const fillContact = async (address = email) => {
    await field(m.pro_first_name({}, say)).fill('Ana');
    await field(m.pro_last_name({}, say)).fill('Vega');
    await field(m.pro_email({}, say)).fill(address);
    await page.getByRole('textbox', { name: m.pro_phone({}, say) }).fill('(202) 555-0142');
    await field(m.pro_hear({}, say)).selectOption('BENCH_OFFICER');
    await field(m.pro_officer_name({}, say)).fill('Luis Ortega');
    await field(m.pro_officer_position({}, say)).selectOption('JUDGE');
  };

  const fillPractice = async () => {
    await expect(heading(m.pro_step_two({}, say))).toBeFocused();
    await field(m.pro_practice({}, say)).fill('Family Court');
    await field(m.pro_country({}, say)).selectOption('US');
    await page.getByRole('combobox', { name: m.pro_line1({}, say), exact: true }).fill('300 South Sixth Street');
    await field(m.pro_city({}, say)).fill('Minneapolis');
    const region = page.locator('select[autocomplete~="address-level1"]');
    await expect(region.locator('option[value="MN"]')).toBeAttached();
    await region.selectOption('MN');
    await page.locator('input[autocomplete~="postal-code"]').fill('55487');
    const roles = page.getByRole('combobox', { name: m.pro_roles({}, say) });
    await roles.press('ArrowDown');
    await roles.press('Enter');
    await roles.press('ArrowDown');
    await roles.press('Enter');
    await roles.press('Escape');
    await expect(
      page.getByRole('button', { name: new RegExp(`^${m.pro_roles_remove({ role: '' }, say).trim()} `) }),
    ).toHaveCount(2);
  };

  const fillSecurity = async () => {
    await expect(heading(m.pro_step_three({}, say))).toBeFocused();
    await field(m.pro_question({}, say)).selectOption({ index: 1 });
    await field(m.pro_answer({}, say)).fill('Lakeside');
    await field(m.pro_code({}, say)).fill('4711');
    await field(m.pro_code_confirm({}, say)).fill('4711');
  };

  const forward = () => press(m.pro_continue({}, say));
  const register = async () => {
    await open();
    await fillContact();
    await forward();
    await fillPractice();
    await forward();
    await fillSecurity();
    await press(m.pro_submit({}, say));
    await expect(heading(m.pro_success_title({ name: 'Ana' }, say))).toBeVisible();
  };

  /** By the link of the confirmation mail, which signs in: ends on the cases. */
  const signIn = async () => {
    const mail = await mailTo(email);
    await page.goto(mail.links.find((link) => link.includes('/app/join/credentials#')) ?? '');
    await field(m.credentials_username({}, say)).fill(username);
    await field(m.credentials_password({}, say)).fill(password);
    await press(m.credentials_complete({}, say));
    await press(m.credentials_continue({}, say));
    await expect(heading(m.pro_cases_title({}, say))).toBeVisible();
  };

  /** Registered before, and signed in: what a journey is not about. Ends on the cases. */
  const arrive = async (change: { practice?: object } = {}) => {
    const { headers, userId } = await onRunningSite((running) =>
      signedInProfessional(running, { ...change, contact: { firstName: 'Ana', lastName: 'Vega' } }),
    );
    const [name = '', value = ''] = headers['cookie']?.split('=') ?? [];
    await page.context().addCookies([{ name, value, url: site().url }]);
    await speak(page, language);
    await page.goto(`${site().url}/app/pro/cases`);
    await expect(heading(m.pro_cases_title({}, say))).toBeVisible();
    return { userId };
  };

  /** Essentials, five codes, by card; answers with the codes as they are shown once. */
  const buyBundle = async () => {
    await page.getByRole('link', { name: m.pro_cases_nav_codes({}, say) }).click();
    await expect(page.getByText(m.pro_codes_none({}, say))).toBeVisible();
    await press(m.pro_codes_go_pay({}, say));
    await fillCard();
    await press(m.pro_pay_now({ amount: 'US$684.00' }, say));
    await expect(page.getByRole('status').filter({ hasText: m.pro_codes_paid({}, say) })).toBeFocused();
    await press(m.pro_codes_show({}, say));
    const codes = page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await expect(codes).toHaveCount(5);
    return codes.allInnerTexts();
  };

  const openFamily = async ({ secondEmail = `b-${randomUUID()}@example.com` } = {}) => {
    const firstEmail = `a-${randomUUID()}@example.com`;
    await page.getByRole('link', { name: m.pro_cases_new({}, say) }).click();
    await expect(heading(m.pro_new_title({}, say))).toBeFocused();
    for (const [index, [first, last, address]] of [
      ['Marta', "O'Brien", firstEmail] as const,
      ['Joe', 'Ruiz', secondEmail] as const,
    ].entries()) {
      await field(m.pro_new_first_name({}, say)).nth(index).fill(first);
      await field(m.pro_new_last_name({}, say)).nth(index).fill(last);
      await page.locator('input[type="email"]').nth(index).fill(address);
    }
    await press(m.pro_new_add_child({}, say));
    await field(m.pro_new_child({ number: 1 }, say)).fill('Ana');
    await press(m.pro_new_create({}, say));
    await expect(heading(m.pro_cases_family({ one: "Marta O'Brien", other: 'Joe Ruiz' }, say))).toBeVisible();
    return { firstEmail, secondEmail };
  };

  const cardNumber = () => cardField(m.payment_methods_number({}, say));
  const fillCard = async () => {
    await cardNumber().fill('4111111111111111');
    await cardField(m.payment_methods_expiration_name({}, say)).fill('12/39');
    await cardField(m.payment_methods_code({}, say)).fill('123');
  };

  return {
    say,
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
    openFamily,
    fillCard,
    cardNumber,
  };
}
