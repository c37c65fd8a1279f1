import type { Locator, Page } from '@playwright/test';
import type { WalletType, walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { walletTexts } from '#sandbox/gateway/wallets/wallet-texts.ts';
import { lookups } from '#server/lookups/lookups.ts';
import { placeOfPostalCode } from '#web/checkout/billing/postal-place.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { clickLast } from '../setup/browser/click-last.ts';
import { type Card, fillCard } from './card-steps.ts';
import { expect, join, type Language, newPerson, type Person, setLanguage } from './journey.ts';
import { billTyped, remember, type SignUpInput, sessionAfterFamily, sessionAfterPlan } from './prepared-sessions.ts';

/** Parent A's path through the sign-up, by the texts on screen. Each step leaves the page on the next one. */
export const minnesota = {
  country: 'US',
  line: '12 Lake Street',
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55401',
  timezone: null as string | null,
};

export const london = {
  country: 'GB',
  line: '10 Baker Street',
  city: 'London',
  region: 'ENG',
  postalCode: 'NW1 6XE',
  timezone: null,
};

export type ParentAOptions = {
  language?: Language;
  parent?: Person;
  coParent?: Person;
  phoneCode?: string;
  phone?: string;
  /** The `n`th card with a Select button, or the package of that name; `build-your-own` with its options. */
  plan?: number | string;
  address?: typeof minnesota;
  card?: Card;
};

/** Prefilled values are kept or changed; everything else is typed, except what the postal code fills in. */
export async function fillAddress(page: Page, address: typeof minnesota, t: { locale: Language }): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const part = (name: string) => page.locator(`[autocomplete~="${name}"]`).filter({ visible: true });
  const { country, region, city, timezone } = address;
  const countryField = field(m.payment_country({}, t));
  const changePlace = page.getByRole('button', { name: m.payment_place_which({}, t) });
  if ((await countryField.inputValue()) !== country) {
    if (await countryField.isHidden()) await changePlace.click();
    await countryField.selectOption(country);
  }
  await part('address-line1').fill(address.line);
  await part('postal-code').fill(address.postalCode);
  const rules = lookups.regionLookup({ country, language: t.locale });
  const told = rules && placeOfPostalCode(address.postalCode, rules);
  if (told?.city === city) await expect(part('address-level2')).toHaveValue(city);
  else await part('address-level2').fill(city);
  if (told?.region === region) await expect(part('address-level1')).toHaveValue(region);
  else if (rules?.regions.some(({ value }) => value === region))
    await page.locator('select[autocomplete~="address-level1"]').selectOption(region);
  else await page.locator('input[autocomplete~="address-level1"]').fill(region);
  if (!timezone) return;
  const zone = field(m.payment_timezone({}, t));
  if (await zone.isHidden()) await changePlace.click();
  await zone.selectOption(timezone);
}

export function parentA(page: Page, options: ParentAOptions = {}) {
  const language = options.language ?? 'en';
  const t = { locale: language };
  const parent = options.parent ?? newPerson();
  const coParent = options.coParent ?? newPerson('Joe', 'Ramos');
  const address = options.address ?? minnesota;
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  const open = async (path = '/signup') => {
    await setLanguage(page, language);
    await page.goto(join(path));
  };

  const choosePerson = async () => {
    await page.getByRole('link', { name: m.landing_parents({}, t) }).click();
    await page.getByRole('link', { name: m.co_parent_status_no_text({}, t) }).click();
  };

  const fillDetails = async () => {
    await expect(heading(m.your_details_heading({}, t))).toBeVisible();
    await field(m.ui_first_name({}, t)).fill(parent.firstName);
    await field(m.ui_last_name({}, t)).fill(parent.lastName);
    await field(m.ui_email({}, t)).fill(parent.email);
    if (options.phoneCode)
      await page.getByRole('combobox', { name: m.ui_country_code({}, t) }).selectOption(options.phoneCode);
    await page.getByRole('textbox', { name: m.ui_phone_number({}, t) }).fill(options.phone ?? parent.phone);
    await page.getByRole('radio', { name: m.ui_yes({}, t) }).check();
    await field(m.ui_referral({}, t)).selectOption('SEARCH');
  };
  const details = async () => {
    await fillDetails();
    await press(m.ui_continue({}, t));
  };

  const fillFamily = async () => {
    await expect(heading(m.co_parent_heading({}, t))).toBeVisible();
    await field(m.ui_first_name({}, t)).first().fill(coParent.firstName);
    await field(m.ui_last_name({}, t)).first().fill(coParent.lastName);
    await field(m.co_parent_email({}, t)).fill(coParent.email);
  };
  const family = async () => {
    await fillFamily();
    await press(m.ui_continue({}, t));
  };

  /** On a phone one card is shown; the row above the cards leads to the others. */
  const bringIntoView = async (button: Locator) => {
    await expect(button).toBeVisible();
    const hidden = button.locator('xpath=ancestor::li[@inert]');
    if ((await hidden.count()) === 0) return;
    const name = await hidden.getByRole('heading', { level: 2 }).innerText();
    const rows = page.getByRole('region', { name: m.packages_compare({}, t) });
    await rows.getByRole('button', { name }).click();
  };
  const plan = async () => {
    await expect(heading(m.packages_heading({}, t))).toBeVisible();
    const select = (within: Page | Locator) => within.getByRole('button', { name: m.packages_select({}, t) });
    const chosen =
      options.plan === 'build-your-own'
        ? page.getByRole('button', { name: m.packages_choose_option({}, t) }).first()
        : typeof options.plan === 'string'
          ? select(page.getByRole('article', { name: options.plan }))
          : select(page).nth(options.plan ?? 0);
    await bringIntoView(chosen);
    await chosen.click();
  };

  const billing = async () => {
    await expect(heading(m.payment_heading_billing({}, t))).toBeVisible();
    await fillAddress(page, address, t);
    await press(m.payment_continue_to_payment({}, t));
  };

  const method = async () => {
    await expect(heading(m.payment_heading_payment({}, t))).toBeVisible();
    await fillCard(page, language, options.card);
    await press(m.payment_review_order({}, t));
  };

  const review = async () => {
    await expect(heading(m.payment_heading_review({}, t))).toBeVisible();
    const terms = page.getByRole('checkbox', { name: m.payment_consent_terms({}, t) });
    if (address.country !== 'US') await terms.check();
  };
  const payNow = () => page.getByRole('button', { name: m.payment_pay_now({}, t) });

  const credentials = async () => {
    await expect(heading(m.credentials_heading({}, t))).toBeVisible();
    await field(m.ui_username({}, t)).fill(`u${parent.email.slice(-30, -12).replaceAll(/[^a-z0-9]/g, '')}`);
    await field(m.ui_password({}, t)).fill('quiet-harbour-7');
    await expect(page.getByText(m.credentials_username_available({}, t))).toBeVisible();
    await press(m.credentials_complete({}, t));
  };

  /** By a press; `unasked`: by the page itself after five seconds. */
  const receipt = async ({ unasked = false } = {}) => {
    if (!unasked) await press(m.ui_continue({}, t));
    await expect(page).toHaveURL(/\/receipt$/, { timeout: 12_000 });
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  };

  const typed: SignUpInput = {
    language,
    parent: { ...parent, phone: options.phone ?? parent.phone },
    coParent,
    phoneCode: options.phoneCode ?? '+1',
    plan: options.plan ?? 0,
    address,
  };
  const resume = async (session: JoinSession, path: string) => {
    await remember(page, session);
    await open(path);
  };
  /** The bill is prefilled: one press continues. */
  const billPrefilled = async () => {
    await expect(heading(m.payment_heading_billing({}, t))).toBeVisible();
    await press(m.payment_continue_to_payment({}, t));
    await expect(heading(m.payment_heading_payment({}, t))).toBeVisible();
  };

  /**
   * Opens the cards, the bill, the payment methods or the review in a tab whose earlier steps are done: none of them is
   * typed.
   */
  const toPlans = async ({ query = '' } = {}) => {
    await resume(await sessionAfterFamily(typed), `/step3${query}`);
    await expect(heading(m.packages_heading({}, t))).toBeVisible();
  };
  const toBilling = async () => {
    await resume(await sessionAfterPlan(await sessionAfterFamily(typed), typed), '/payment');
    await expect(heading(m.payment_heading_billing({}, t))).toBeVisible();
  };
  const toMethod = async () => {
    await resume(billTyped(await sessionAfterPlan(await sessionAfterFamily(typed), typed), typed), '/payment');
    await billPrefilled();
  };
  const toReview = async () => {
    await toMethod();
    await method();
    await review();
  };

  const applyCode = async (code: string) => {
    await page.getByRole('checkbox', { name: m.payment_have_code({}, t), exact: true }).check();
    await field(m.payment_code_label({}, t)).fill(code);
    await press(m.payment_code_apply({}, t));
  };

  /** The order summary with its lines, expanded where it is collapsed. */
  const summary = async () => {
    const box = page.getByRole('complementary', { name: m.payment_order_summary({}, t) });
    const fold = box.getByRole('button', { name: m.payment_order_summary({}, t), expanded: false });
    if (await fold.isVisible()) await fold.click();
    return box;
  };

  /**
   * Opens a wallet's window or sheet and responds in it. `fail`: approved, and then fails; `decline`: approved with a
   * card that its bank declines.
   */
  const inWallet = async (
    wallet: (typeof walletNames)[WalletType],
    answer: 'approve' | 'cancel' | 'fail' | 'decline',
  ) => {
    const pay = page.getByRole('button', { name: m.payment_methods_wallet_pay({ wallet }, t), exact: true });
    const opened = page.waitForEvent('popup');
    await pay.click();
    const popup = await opened;
    const texts = walletTexts[language];
    const choice = { approve: null, cancel: null, fail: texts.broken, decline: texts.declinedCard }[answer];
    if (choice !== null) await popup.getByRole('radio', { name: choice }).check();
    await clickLast(popup, answer === 'cancel' ? texts.cancel : texts.approve);
  };

  const steps = {
    open,
    choosePerson,
    fillDetails,
    details,
    fillFamily,
    family,
    plan,
    billing,
    fillCard: (card = options.card) => fillCard(page, language, card),
    method,
    review,
    payNow,
    credentials,
    receipt,
  };
  return {
    t,
    typed,
    parent,
    coParent,
    address,
    heading,
    field,
    press,
    ...steps,
    resume,
    billPrefilled,
    toPlans,
    toBilling,
    toMethod,
    toReview,
    applyCode,
    summary,
    inWallet,
  };
}
