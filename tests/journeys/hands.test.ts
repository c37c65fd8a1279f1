import type { Locator, Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { expect, expectFits, test } from './journey.ts';
import { parentA } from './parent-a.ts';

/** Tabs on until the focus is there; says whether it can be seen: nothing lies over it. */
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
  const { say, parent, coParent, field, heading } = journey;
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
  await pressOn(page.getByRole('link', { name: m.landing_parents({}, say) }));
  await pressOn(page.getByRole('link', { name: m.co_parent_status_no_text({}, say) }));
  await expect(heading(m.your_details_heading({}, say))).toBeFocused();
  await type(field(m.your_details_first_name({}, say)), parent.firstName);
  await type(field(m.your_details_last_name({}, say)), parent.lastName);
  await type(field(m.your_details_email({}, say)), parent.email);
  await type(page.getByRole('textbox', { name: m.your_details_phone({}, say) }), parent.phone);
  await pressOn(page.getByRole('radio', { name: m.ui_yes({}, say) }), 'Space');
  await type(field(m.your_details_referral({}, say)), 'Internet');
  await pressOn(button(m.your_details_continue({}, say)));

  await expect(heading(m.co_parent_heading({}, say))).toBeFocused();
  await type(field(m.co_parent_first_name({}, say)).first(), coParent.firstName);
  await type(field(m.co_parent_last_name({}, say)).first(), coParent.lastName);
  await type(field(m.co_parent_email({}, say)), coParent.email);
  const child = page.getByRole('group', { name: m.co_parent_child({ number: 1 }, say) });
  await type(child.getByLabel(m.co_parent_first_name({}, say)), 'Ana');
  await type(child.getByLabel(m.co_parent_last_name({}, say)), 'Ruiz');
  await pressOn(button(m.co_parent_continue({}, say)));

  await expect(heading(m.packages_heading({}, say))).toBeFocused();
  await expectFits(page);
  await pressOn(page.getByRole('button', { name: m.packages_select({}, say) }).first());

  await expect(heading(m.payment_heading_billing({}, say))).toBeFocused();
  await type(page.getByRole('combobox', { name: m.payment_address({}, say), exact: true }), '12 Lake Street');
  await type(field(m.payment_city({}, say)), 'Minneapolis');
  await type(page.locator('select[autocomplete~="address-level1"]'), 'Minnesota');
  await type(page.locator('input[autocomplete~="postal-code"]'), '55401');
  await pressOn(button(m.payment_continue_to_payment({}, say)));

  await expect(heading(m.payment_heading_payment({}, say))).toBeFocused();
  await pressOn(page.getByRole('checkbox', { name: m.payment_have_code({}, say), exact: true }), 'Space');
  await type(field(m.payment_code_label({}, say)), 'FULL-1YR0-DEMO');
  await pressOn(button(m.payment_code_apply({}, say)));
  await expect(page.getByText(m.payment_covered_by_codes({}, say))).toBeVisible();
  await pressOn(button(m.payment_review_order({}, say)));
  await expect(heading(m.payment_heading_review({}, say))).toBeFocused();
  await pressOn(journey.payNow());

  await expect(heading(m.credentials_heading({}, say))).toBeFocused();
  await type(field(m.credentials_username({}, say)), `k${parent.email.slice(-30, -12).replaceAll(/[^a-z0-9]/g, '')}`);
  await type(field(m.credentials_password({}, say)), 'quiet-harbour-7');
  await expect(page.getByText(m.credentials_username_available({}, say))).toBeVisible();
  await pressOn(button(m.credentials_complete({}, say)));
  await pressOn(button(m.credentials_continue({}, say)));
  await expect(heading(m.receipt_heading({}, say))).toBeVisible();
});

/** What a browser does that fills in a form: every value at once, past the page's own setters, each with its events. */
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

test('UX5: what a browser fills in all at once is accepted, on the details and on the bill', async ({ page }) => {
  const journey = parentA(page);
  const { say, parent, field, heading } = journey;
  await journey.open('/step1');
  await expect(heading(m.your_details_heading({}, say))).toBeVisible();
  const { firstName, lastName, email } = parent;
  const phone = parent.phone.replace(/(...)(...)(....)/, '($1) $2-$3');
  await fillIn(page, { 'given-name': firstName, 'family-name': lastName, email, 'tel-national': phone });
  await page.getByRole('radio', { name: m.ui_yes({}, say) }).check();
  await field(m.your_details_referral({}, say)).selectOption('SEARCH');
  await journey.press(m.your_details_continue({}, say));
  await journey.family();
  await journey.plan();
  await expect(heading(m.payment_heading_billing({}, say))).toBeVisible();
  await expect(page.locator('select[autocomplete~="address-level1"] option[value="MN"]')).toBeAttached();
  const street = { 'address-line1': '12 Lake Street', 'address-line2': 'Apt 4', 'address-level2': 'Minneapolis' };
  await fillIn(page, { country: 'US', ...street, 'address-level1': 'MN', 'postal-code': ' 55401-1234 ' });
  await journey.press(m.payment_continue_to_payment({}, say));
  await expect(heading(m.payment_heading_payment({}, say))).toBeVisible();
});
