import { expect as expectPage, type Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { gallery } from '#web/mock/gallery/open-gallery.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const summary = (page: Page) => page.getByRole('group', { name: 'There is a problem' });

async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel('Mobile phone').focus();
  await page.keyboard.press('Control+V');
}

async function fillAll(page: Page) {
  await page.getByLabel('First name').fill('Marta');
  await page.getByLabel('Last name').fill("O'Brien-Þórsson");
  await page.getByLabel('Email', { exact: true }).fill('marta@example.com');
  await page.getByLabel('Mobile phone').fill('6125550142');
  await page.getByLabel('State').selectOption('Alaska');
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-1');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('radio', { name: /By email/ }).check();
  await page.getByRole('checkbox').check();
}

describe('a form of the kit', () => {
  it('shows no message before a field was touched, and one after', async () => {
    const page = await gallery.open();
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('marta.example.com');
    expect(await page.getByText('Invalid email address').count()).toBe(0);
    await email.blur();
    await expectPage(page.getByText('Invalid email address')).toBeVisible();
    await expectPage(email).toHaveAccessibleDescription(/Invalid email address/);
    await email.fill('marta@example.com');
    await expectPage(page.getByText('Invalid email address')).toHaveCount(0);
  });

  it('2.4-2: loses no click to a message shown while the button is held down', async () => {
    const page = await gallery.open();
    await page.getByLabel('Email', { exact: true }).fill('marta.example.com');
    await send(page).scrollIntoViewIfNeeded();
    const before = await send(page).boundingBox();
    await page.mouse.move((before?.x ?? 0) + 20, (before?.y ?? 0) + 2);
    await page.mouse.down();
    await expectPage(page.getByLabel('Email', { exact: true })).not.toBeFocused();
    await page.waitForTimeout(200);
    expect(await send(page).boundingBox()).toEqual(before);
    await page.mouse.up();
    await expectPage(summary(page)).toBeFocused();
    await expectPage(page.getByText('Invalid email address')).toHaveCount(2);
  });

  it('shows a message after a press that was dragged away, as after any other', async () => {
    const page = await gallery.open();
    await page.getByLabel('Email', { exact: true }).fill('marta.example.com');
    await send(page).hover();
    await page.mouse.down();
    await page.mouse.move(1, 1);
    await expectPage(page.getByText('Invalid email address')).toHaveCount(0);
    await page.mouse.up();
    await expectPage(page.getByText('Invalid email address')).toHaveCount(1);
  });

  it('UX1, 2.4-1: answers an empty submit with a focused summary whose links lead to the fields, and keeps what was typed', async () => {
    const page = await gallery.open();
    await page.getByLabel('First name').fill('Marta');
    await send(page).click();
    await expectPage(summary(page)).toBeFocused();
    await summary(page).getByRole('link', { name: 'State: This field is required' }).click();
    await expectPage(page.getByLabel('State')).toBeFocused();
    await summary(page)
      .getByRole('link', { name: /know your co-parent/ })
      .click();
    await expectPage(page.getByRole('radio', { name: 'Yes' })).toBeFocused();
    await expectPage(page.getByLabel('First name')).toHaveValue('Marta');
  });

  it('removes a line from the summary as soon as it is corrected', async () => {
    const page = await gallery.open();
    await send(page).click();
    const line = summary(page).getByRole('link', { name: 'Enter your last name' });
    await expectPage(line).toBeVisible();
    await page.getByLabel('Last name').fill('Ruiz');
    await expectPage(line).toHaveCount(0);
  });

  it('explains itself when a blocked button is pressed', async () => {
    const page = await gallery.open();
    const blocked = page.getByRole('button', { name: 'Continue' });
    await expectPage(blocked).toHaveAccessibleDescription('Fill in every field first.');
    await blocked.focus();
    await page.keyboard.press('Enter');
    await expectPage(summary(page)).toBeFocused();
  });

  it('shows an error of the server on its field until that field is changed', async () => {
    const page = await gallery.open();
    await fillAll(page);
    await send(page).click();
    await expectPage(summary(page)).toBeFocused({ timeout: 10_000 });
    await expectPage(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
      /already tied to an account/,
    );
    await page.getByLabel('Email', { exact: true }).fill('other@example.com');
    await expectPage(page.getByText(/already tied to an account/)).toHaveCount(0);
  });

  it('waits with a button that keeps its width and focus, and sends once', async () => {
    const page = await gallery.open();
    await fillAll(page);
    const button = send(page);
    const before = await button.boundingBox();
    await button.press('Enter');
    await expectPage(button).toHaveAttribute('aria-disabled', 'true');
    await button.press('Enter');
    const during = await button.boundingBox();
    expect(during?.width).toBe(before?.width);
    await expectPage(button).toBeFocused();
    await expectPage(page.getByText('Sent: 1')).toBeVisible();
    await page.waitForTimeout(1500);
    await expectPage(page.getByText('Sent: 1')).toBeVisible();
  });

  it('UX5, 5.1-3: accepts pasted spaces and dashes in a phone, and nothing but digits when typed', async () => {
    const page = await gallery.open();
    const phone = page.getByLabel('Mobile phone');
    await paste(page, '(612) 555-0142');
    await expectPage(phone).toHaveValue('6125550142');
    await phone.fill('');
    await phone.pressSequentially('61a2-5');
    await expectPage(phone).toHaveValue('6125');
  });

  it('takes the country from a pasted international number', async () => {
    const page = await gallery.open();
    await paste(page, '+44 20 7946 0018');
    await expectPage(page.getByLabel('Mobile phone')).toHaveValue('2079460018');
    await expectPage(page.getByLabel('Country code')).toHaveValue('+44');
  });

  it('F4: takes the country from a number that is typed with it, says so, and drops the digit that is dialled only inside a country', async () => {
    const page = await gallery.open();
    const phone = page.getByLabel('Mobile phone');
    const code = page.getByLabel('Country code');
    await phone.pressSequentially('+44 (0)20 7946-0018');
    await expectPage(code).toHaveValue('+44');
    await expectPage(page.getByText('Country code changed to +44.')).toBeAttached();
    await expectPage(phone).toHaveValue('2079460018');
    await code.selectOption('+1');
    await phone.fill('1 612 555 0142');
    await expectPage(phone).toHaveValue('6125550142');
    await phone.fill('0044 161 496 0000');
    await expectPage(code).toHaveValue('+44');
    await phone.fill('0161 496 000');
    await phone.blur();
    await expectPage(phone).toHaveValue('161496000');
  });

  it.each([320, 1280])('shows country and code whole in the closed list of country codes at %i px', async (width) => {
    const page = await gallery.open({ viewport: { width, height: 800 } });
    const list = page.getByLabel('Country code');
    const shown = list.locator('xpath=following-sibling::span');
    for (const [code, text] of [
      ['+1', 'US/CA +1'],
      ['+44', 'UK +44'],
      ['+590', 'GP +590'],
    ] as const) {
      await list.selectOption(code);
      await expectPage(shown).toHaveText(text);
      const [words, box] = [await shown.boundingBox(), await list.boundingBox()];
      const arrow = 28;
      expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) - arrow);
    }
  });

  it('2.3-2: changes language without losing a word, messages included', async () => {
    const page = await gallery.open();
    await page.getByLabel('First name').fill('Marta');
    await page.getByLabel('Last name').fill('R');
    await page.getByLabel('Last name').blur();
    await expectPage(page.getByText('Must be between 2 and 20 characters')).toBeVisible();
    await page.getByLabel('Language').selectOption('es');
    await expectPage(page.getByText('Debe tener entre 2 y 20 caracteres')).toBeVisible();
    await expectPage(page.getByLabel('First name')).toHaveValue('Marta');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
    expect(await page.evaluate(() => document.cookie)).toContain('language=es');
  });
});
