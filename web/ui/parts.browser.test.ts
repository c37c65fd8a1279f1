import { expect as expectPage, type Locator } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { gallery } from '#web/mock/gallery/open-gallery.ts';
import { accessibilityProblems } from '../../tests/setup/browser/accessibility.ts';

const schemes = ['light', 'dark'] as const;
const languages = ['en', 'es'] as const;
const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

describe('the parts of the kit', () => {
  it.each(schemes.flatMap((colorScheme) => languages.map((language) => ({ colorScheme, language }))))(
    'UX6: have no accessibility violation: $colorScheme, $language',
    async ({ colorScheme, language }) => {
      const page = await gallery.open({ colorScheme });
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByLabel('Language').selectOption(language);
      await page.getByRole('button', { name: /Premium/ }).hover();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
    30_000,
  );

  it.each([320, 360])('UX4: need no sideways scrolling at %i px', async (width) => {
    const page = await gallery.open({ viewport: { width, height: 700 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  it('open a dialog that takes the focus, keeps it, closes with Escape and gives it back', async () => {
    const page = await gallery.open();
    const opener = page.getByRole('button', { name: 'Dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
    await expectPage(dialog).toBeVisible();
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expectPage(dialog).toHaveCount(0);
    await expectPage(opener).toBeFocused();
  });

  it('B2: show notices of the page inside an open dialog, within reach of the keyboard', async () => {
    const page = await gallery.open();
    await page.getByRole('button', { name: 'Failure' }).click();
    await page.getByRole('button', { name: 'Decision' }).click();
    const dialog = page.getByRole('alertdialog');
    const toast = dialog.getByText('The list could not be loaded.');
    await expectPage(toast).toBeVisible();
    await page.context().setOffline(true);
    await expectPage(dialog.getByText("You're offline.", { exact: false })).toBeVisible();
    await page.context().setOffline(false);
    const dismiss = dialog.getByRole('button', { name: 'Dismiss' });
    for (let presses = 0; presses < 3 && !(await isFocused(dismiss)); presses += 1) await page.keyboard.press('Tab');
    await expectPage(dismiss).toBeFocused();
    await page.keyboard.press('Enter');
    await expectPage(toast).toHaveCount(0);
    await expectPage(dialog.getByRole('button', { name: 'Leave' })).toBeFocused();
  });

  it('take no room in a dialog for notices while there are none, and a gap once there is one', async () => {
    const page = await gallery.open();
    const rest = () =>
      page.getByRole('dialog').evaluate((dialog) => {
        const [actions, notices] = [...dialog.children].slice(-2);
        const { bottom } = dialog.getBoundingClientRect();
        const end = actions?.getBoundingClientRect().bottom ?? 0;
        const shown = [...(notices?.children ?? [])].find((notice) => notice.childElementCount > 0);
        const padding = Number.parseFloat(getComputedStyle(dialog).paddingBottom);
        return [bottom - end - padding, (shown?.getBoundingClientRect().top ?? 0) - end];
      });
    await page.getByRole('button', { name: 'Dialog' }).click();
    await expect.poll(async () => (await rest())[0]).toBe(0);
    await page.context().setOffline(true);
    await expect.poll(async () => (await rest())[1]).toBe(16);
    await page.context().setOffline(false);
  });

  it('B9: give the focus back when a toast is dismissed with a key', async () => {
    const page = await gallery.open();
    const opener = page.getByRole('button', { name: 'Toast', exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await expectPage(opener).toBeFocused();
  });

  it('ask for a decision that a press outside does not dismiss', async () => {
    const page = await gallery.open();
    await page.getByRole('button', { name: 'Decision' }).click();
    const dialog = page.getByRole('alertdialog');
    await expectPage(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    await expectPage(dialog).toBeVisible();
  });

  it('explain on keyboard focus and close with Escape', async () => {
    const page = await gallery.open();
    await page.getByRole('button', { name: 'Expand Details' }).first().focus();
    await page.keyboard.press('Tab');
    await expectPage(page.getByRole('dialog', { name: 'Premium' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectPage(page.getByRole('dialog', { name: 'Premium' })).toHaveCount(0);
  });

  it('explain on tap', async () => {
    const page = await gallery.openAnew({ hasTouch: true, viewport: { width: 360, height: 700 } });
    await page.getByRole('button', { name: 'More about: Premium' }).tap();
    await expectPage(page.getByRole('dialog', { name: 'Premium' })).toBeVisible();
  });

  it('2.3-5: link by progress dots to the steps that are open, and name the current one', async () => {
    const page = await gallery.open();
    const dots = page.getByRole('list', { name: 'Your progress' }).nth(1);
    await expectPage(dots.locator('[aria-current=step]')).toContainText('Step 2 of 3, Your co-parent');
    await expectPage(dots.getByRole('link')).toHaveCount(2);
    await expectPage(dots.getByRole('link', { name: 'Step 3 of 3, Your plan' })).toHaveAttribute(
      'href',
      '/app/join/step3',
    );
  });
});
