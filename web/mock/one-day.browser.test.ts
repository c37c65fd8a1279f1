import { expect as expectPage } from '@playwright/test';
import { it } from 'vitest';
import { gallery } from './gallery/open-gallery.ts';
import { statesIn } from './gallery/open-state.ts';

/** Every instant of these screens is a different day in Auckland than in Chicago, where the account's owner lives. */
it.each([
  ['account-billing', ['November 21, 2026', 'February 4, 2027'], /November 22, 2026|February 5, 2027/],
  ['account-receipt', ['November 21, 2026 at 9:43 AM CST', 'November 27, 2026'], /November 2[28], 2026/],
  ['account-activity', ['May 3, 2026, 1:05 PM CDT'], /May 4, 2026/],
  ['account-home', ['November 21, 2026'], /November 22, 2026/],
])(
  'B7: in a browser in Auckland %s has the days of its owner in Chicago, and names the zone of a time',
  async (screen, own, others) => {
    const page = await gallery.openAnew({ timezoneId: 'Pacific/Auckland', locale: 'en-US' });
    await statesIn(page).show(`${screen}/read-from-elsewhere`);
    const main = page.locator('main');
    for (const fold of await main.locator('summary').all()) await fold.click();
    for (const text of own) await expectPage(main).toContainText(text);
    await expectPage(main).not.toContainText(others);
  },
);
