import { expect as expectPage, type Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
const { field, show } = statesIn(page);
const press = (...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());

/** What a mouse could use, in page order; of radio buttons those at which Tab stops. */
const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** Marks the controls; returns their number. */
function mark(among: string): number {
  const found = [...document.querySelectorAll<HTMLElement>(`main :is(${among})`)].filter((element) => {
    const isOtherRadio =
      element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      !element.checked &&
      element !== document.querySelector(`input[name="${element.name}"]`);
    const { width, height } = element.getBoundingClientRect();
    return element.tabIndex >= 0 && width > 0 && height > 0 && !isOtherRadio && !element.closest('[inert]');
  });
  found.forEach((element, index) => {
    element.dataset['stop'] = String(index);
  });
  return found.length;
}

/** Which of them has the focus, whether the focus is visible, and whether it is in the window. */
function focused(): { stop: number; isSeen: boolean; inWindow: boolean } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element.dataset['stop'] === undefined) return null;
  const shows = (one: Element | null) => {
    const { outlineStyle, outlineWidth, boxShadow } = one ? getComputedStyle(one) : getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const { top, bottom } = element.getBoundingClientRect();
  const inWindow = bottom > 0 && top < window.innerHeight;
  return { stop: Number(element.dataset['stop']), isSeen: shows(element) || shows(element.closest('label')), inWindow };
}

/** The controls that Tab reaches, from the top of the page to its end. */
async function walk(at: Page): Promise<{ count: number; stops: number[]; faults: string[] }> {
  const count = await at.evaluate(mark, controls);
  await at.locator('a[href="#main"]').first().focus();
  const stops: number[] = [];
  const faults: string[] = [];
  for (let tries = 0; tries < count + 30 && stops.length < count; tries++) {
    await at.keyboard.press('Tab');
    const now = await at.evaluate(focused);
    if (!now) continue;
    stops.push(now.stop);
    if (!now.isSeen) faults.push(`${now.stop} does not show its focus`);
    if (!now.inWindow) faults.push(`${now.stop} is out of sight`);
  }
  return { count, stops, faults };
}

describe('by keyboard alone', () => {
  it.each([
    'account-profile/filled',
    'account-profile/waiting',
    'security/with-second-factors',
    'account-activity/several',
    'account-family/invited',
    'pro-cases/families',
    'pro-import/fresh',
    'pro-practice/filled',
    'pro-receipts/some',
  ])('%s: Tab reaches every control once, in order, with a visible focus', async (state) => {
    await show(state);
    await page.waitForLoadState('networkidle');
    const { count, stops, faults } = await walk(page);
    expect(count).toBeGreaterThan(0);
    expect({ stops, faults }).toEqual({ stops: [...Array(count).keys()], faults: [] });
  });

  it('a part of the profile is opened, left and saved in place, and the focus returns to where it was opened', async () => {
    await show('account-profile/filled');
    const change = page.getByRole('button', { name: m.profile_change_what({ what: m.profile_name({}, en) }, en) });
    await change.focus();
    await press('Enter');
    await expectPage(field(m.ui_first_name({}, en))).toBeFocused();
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await expectPage(change).toBeFocused();
    await press('Enter');
    await page.keyboard.type('Martina');
    await press('Enter');
    await expectPage(page.getByText(m.profile_saved({ what: m.profile_name({}, en) }, en))).toBeVisible();
    await expectPage(change).toBeFocused();
  });

  it.each([
    ['account-family/invited', m.account_invite_correct({}, en), m.co_parent_email({}, en), m.ui_close({}, en)],
    [
      'security/with-second-factors',
      m.second_factors_rename_one({ name: 'My phone' }, en),
      m.second_factors_name({}, en),
      m.ui_cancel({}, en),
    ],
    [
      'security/with-second-factors',
      m.second_factors_add_passkey({}, en),
      m.second_factors_name({}, en),
      m.ui_cancel({}, en),
    ],
    [
      'account-profile/filled',
      m.profile_change_what({ what: m.profile_security({}, en) }, en),
      m.ui_security_question({}, en),
      m.ui_cancel({}, en),
    ],
  ])('%s, "%s": what opens takes the focus, and returns it when it is closed', async (state, name, first, close) => {
    await show(state);
    const opener = page.getByRole('button', { name, exact: true });
    await opener.focus();
    await press('Enter');
    await page.waitForLoadState('networkidle');
    await expectPage(field(first)).toBeFocused();
    await page
      .locator('form', { has: field(first) })
      .getByRole('button', { name: close })
      .focus();
    await press('Enter');
    await expectPage(opener).toBeFocused();
  });

  it('the fresh sign-in dialog traps the focus, marks a wrong field, and is closed by its button', async () => {
    await show('fresh-sign-in/password-and-code');
    const dialog = page.getByRole('alertdialog', { name: m.fresh_title({}, en) });
    await expectPage(field(m.second_step_code({}, en))).toBeVisible();
    const inside = () => dialog.evaluate((window) => window.contains(document.activeElement));
    for (let tries = 0; tries < 8; tries++) {
      await press('Tab');
      // Focus that leaves at the dialog's end returns at its beginning, a moment later.
      await expectPage.poll(inside).toBe(true);
    }
    await field(m.ui_password({}, en)).focus();
    await page.keyboard.type('quiet-harbour-7');
    await press('Enter');
    await expectPage(field(m.second_step_code({}, en))).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('button', { name: m.ui_cancel({}, en) }).focus();
    await press('Enter');
    await expectPage(dialog).toBeHidden();
  });

  it.each([
    ['co-parent/empty', m.co_parent_add_child({}, en), /^Remove/],
    ['pro-new-case/fresh', m.pro_new_add_child({}, en), m.pro_new_remove_child({ number: 1 }, en)],
  ])(
    'L13: %s: begins without children, and the only one is removed without losing the focus',
    async (state, add, name) => {
      await show(state);
      const remove = page.getByRole('main').getByRole('button', { name });
      await expectPage(remove).toHaveCount(0);
      await page.getByRole('button', { name: add, exact: true }).press('Enter');
      await expectPage(remove).toHaveCount(1);
      await remove.press('Enter');
      await expectPage(remove).toHaveCount(0);
      await expectPage(page.locator('main button:focus')).toBeVisible();
    },
  );

  it('6-16: families are searched from anywhere by /', async () => {
    await show('pro-cases/families');
    const search = page.getByRole('searchbox');
    await page.locator('[data-row-opener]').first().waitFor();
    await page.locator('main h1').focus();
    await press('/');
    await expectPage(search).toBeFocused();
    await press('/');
    await expectPage(search).toHaveValue('/');
  });

  it('6-16: arrows lead from the search through the rows, and Enter opens one in place', async () => {
    await show('pro-cases/families');
    const opener = (row: number) => page.locator('[data-row-opener]').nth(row);
    await opener(0).waitFor();
    await page.getByRole('searchbox').focus();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp');
    await expectPage(opener(1)).toBeFocused();
    await press('Enter');
    await expectPage(page.getByRole('link', { name: m.pro_case_page({}, en) })).toBeVisible();
    await press('ArrowDown');
    await expectPage(opener(2)).toBeFocused();
    await press('Enter');
    await expectPage(page.getByRole('link', { name: m.pro_case_page({}, en) })).toHaveCount(1);
    await expectPage(opener(1)).toHaveAttribute('aria-expanded', 'false');
  });

  it('6-42: selected families are acted on together, and who was left out is named', async () => {
    await show('pro-cases/families');
    const bar = page.getByRole('region', { name: m.pro_bulk_title({}, en) });
    const boxes = page.getByRole('row').getByRole('checkbox');
    await boxes.nth(1).press('Space');
    await boxes.nth(2).press('Space');
    await expectPage(bar).toContainText(m.pro_bulk_selected({ count: 2 }, en));
    await boxes.nth(0).press('Space');
    await expectPage(bar).toContainText(m.pro_bulk_selected({ count: 4 }, en));
    await bar.getByRole('button', { name: m.pro_bulk_INVITE({}, en) }).press('Enter');
    await expectPage(page.getByText(m.pro_bulk_done_INVITE({ count: 4 }, en))).toBeVisible();
    await expectPage(page.getByText(/^No email address: Maximiliano/)).toBeVisible();
    await expectPage(bar).toHaveCount(0);
  });

  it('6-33: payments of years are shown fifty at a time, and by year', async () => {
    await show('pro-receipts/many');
    const elsewhere = m.account_invoices_heading({}, en);
    const cards = page.getByRole('heading', { level: 2 }).filter({ hasNotText: elsewhere });
    await expectPage(cards).toHaveCount(50);
    await page.getByRole('button', { name: m.pro_invoices_more({}, en) }).focus();
    await press('Enter');
    await expectPage(cards).toHaveCount(100);
    await field(m.account_receipts_year({}, en)).selectOption('2025');
    await expectPage(cards).toHaveCount(60);
    await expectPage(
      page.getByRole('button', { name: m.account_receipts_year_pdf({ year: '2025' }, en) }),
    ).toBeVisible();
  });
});
