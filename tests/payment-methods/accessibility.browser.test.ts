import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../setup/accessibility.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['en', 'es'] as const).map((language) => ({ colorScheme, language, width: language === 'es' ? 320 : 1280 })),
);

describe('payment methods for everyone', () => {
  it.each(looks)('have no violation filled, wrong, blocked and waiting: $colorScheme, $language, $width px (UX4, UX6)', async (look) => {
    const { colorScheme, language, width } = look;
    const context = await shop.browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(await shop.pageUrl({ language }));
    const fieldAt = (place: number) => page.frameLocator(`iframe >> nth=${place}`).getByRole('textbox');
    await fieldAt(0).fill('4111111111111111');
    await fieldAt(1).fill('0420');
    await fieldAt(1).press('Tab');
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'PayPal' }).click()]);
    await popup.getByRole('radio').first().waitFor();
    const blocked = await context.newPage();
    await blocked.goto(await shop.pageUrl({ language, frameSrc: "'none'" }));
    await blocked.getByRole('alert').waitFor();

    for (const each of [page, popup, blocked]) {
      expect(await accessibilityProblems(each)).toEqual([]);
      expect(await each.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
    await context.close();
  });

  it('a click on a label goes into its field', async () => {
    const page = await shop.browser.newPage();
    await page.goto(await shop.pageUrl());
    const code = page.frameLocator('iframe[title="Security code (CVV)"]').getByRole('textbox', { name: 'Security code (CVV)' });
    await code.waitFor();
    await page.getByText('Security code (CVV)', { exact: true }).click();
    await expect.poll(() => code.evaluate((input) => input === document.activeElement && document.hasFocus())).toBe(true);
    await page.keyboard.type('123');
    expect(await code.inputValue()).toBe('123');
    await page.close();
  });
});
