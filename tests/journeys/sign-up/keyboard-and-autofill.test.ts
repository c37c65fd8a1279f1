import type { Locator, Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { expect, expectFits, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';

/** Presses Tab until the element has the focus; fails if the focus is covered. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  const inSight = await target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (element.contains(top) || (element.closest('label')?.contains(top) ?? false));
  });
  expect(inSight, 'the focus is covered').toBe(true);
}

test('UX4: the keyboard alone completes a purchase at 320 px, with the focus always in sight', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const journey = parentA(page);
  const { t, parent, coParent, field, heading } = journey;
  const keys = page.keyboard;
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await keys.type(text);
  };
  const pressOn = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await keys.press(key);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await journey.open();
  await pressOn(page.getByRole('link', { name: m.landing_parents({}, t) }));
  await pressOn(page.getByRole('link', { name: m.co_parent_status_no_text({}, t) }));
  await expect(heading(m.your_details_heading({}, t))).toBeFocused();
  await type(field(m.ui_first_name({}, t)), parent.firstName);
  await type(field(m.ui_last_name({}, t)), parent.lastName);
  await type(field(m.ui_email({}, t)), parent.email);
  await type(page.getByRole('textbox', { name: m.ui_phone_number({}, t) }), parent.phone);
  await pressOn(page.getByRole('radio', { name: m.ui_yes({}, t) }), 'Space');
  await type(field(m.ui_referral({}, t)), 'Internet');
  await pressOn(button(m.ui_continue({}, t)));

  await expect(heading(m.co_parent_heading({}, t))).toBeFocused();
  await type(field(m.ui_first_name({}, t)).first(), coParent.firstName);
  await type(field(m.ui_last_name({}, t)).first(), coParent.lastName);
  await type(field(m.co_parent_email({}, t)), coParent.email);
  await pressOn(button(m.ui_continue({}, t)));

  await expect(heading(m.packages_heading({}, t))).toBeFocused();
  await expectFits(page);
  // A year of Essentials is what the code pays for; another card shows first.
  const [row, card] = [page.getByRole('region', { name: m.packages_compare({}, t) }), page.getByRole('article')];
  await pressOn(row.getByRole('button', { name: /^Essentials / }));
  await pressOn(card.filter({ hasText: 'Essentials' }).getByRole('button', { name: m.packages_select({}, t) }));

  await expect(heading(m.payment_heading_billing({}, t))).toBeFocused();
  await type(page.getByRole('combobox', { name: m.payment_address({}, t), exact: true }), '12 Lake Street');
  await type(page.locator('input[autocomplete~="postal-code"]'), '55903');
  await type(field(m.payment_city({}, t)), 'Rochester');
  await expect(page.locator('select[autocomplete~="address-level1"]')).toHaveValue('MN');
  await pressOn(button(m.payment_continue_to_payment({}, t)));

  await expect(heading(m.payment_heading_payment({}, t))).toBeFocused();
  await pressOn(page.getByRole('checkbox', { name: m.payment_have_code({}, t), exact: true }), 'Space');
  await type(field(m.payment_code_label({}, t)), 'FULL-1YR0-DEMO');
  await pressOn(button(m.payment_code_apply({}, t)));
  await expect(page.getByText(m.payment_covered_by_codes({}, t))).toBeVisible();
  await pressOn(button(m.payment_review_order({}, t)));
  await expect(heading(m.payment_heading_review({}, t))).toBeFocused();
  await pressOn(journey.payNow());

  await expect(heading(m.credentials_heading({}, t))).toBeFocused();
  await type(field(m.ui_username({}, t)), `k${parent.email.slice(-30, -12).replaceAll(/[^a-z0-9]/g, '')}`);
  await type(field(m.ui_password({}, t)), 'quiet-harbour-7');
  await expect(page.getByText(m.credentials_username_available({}, t))).toBeVisible();
  await pressOn(button(m.credentials_complete({}, t)));
  await pressOn(button(m.ui_continue({}, t)));
  await expect(heading(m.receipt_heading({}, t))).toBeVisible();
});

/**
 * Fills in a form as a browser's autofill does: every value at once, bypassing the page's own setters, each with its
 * events.
 */
async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  await page.locator('form').evaluate((form, filled) => {
    for (const [autocomplete, value] of Object.entries(filled)) {
      const field = form.querySelector<HTMLInputElement | HTMLSelectElement>(`[autocomplete~="${autocomplete}"]`);
      if (!field) throw new Error(`No field wants ${autocomplete}`);
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, values);
}

test('UX5: browser autofill of a whole form is accepted, on the details and on the bill', async ({ page }) => {
  const journey = parentA(page);
  const { t, parent, field, heading } = journey;
  await journey.open('/step1');
  await expect(heading(m.your_details_heading({}, t))).toBeVisible();
  const { firstName, lastName, email } = parent;
  const phone = parent.phone.replace(/(...)(...)(....)/, '($1) $2-$3');
  await fillIn(page, { 'given-name': firstName, 'family-name': lastName, email, 'tel-national': phone });
  await page.getByRole('radio', { name: m.ui_yes({}, t) }).check();
  await field(m.ui_referral({}, t)).selectOption('SEARCH');
  await journey.press(m.ui_continue({}, t));
  await journey.family();
  await journey.plan();
  await expect(heading(m.payment_heading_billing({}, t))).toBeVisible();
  await expect(page.locator('select[autocomplete~="address-level1"] option[value="MN"]')).toBeAttached();
  const street = { 'address-line1': '12 Lake Street', 'address-line2': 'Apt 4', 'address-level2': 'Minneapolis' };
  await fillIn(page, { country: 'US', ...street, 'address-level1': 'MN', 'postal-code': ' 55401-1234 ' });
  await journey.press(m.payment_continue_to_payment({}, t));
  await expect(heading(m.payment_heading_payment({}, t))).toBeVisible();
});
