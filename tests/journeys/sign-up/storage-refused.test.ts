import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { entryPages } from '#web/entry-pages.ts';
import { appPage, expect, test } from '../journey.ts';
import { parentA } from '../parent-a.ts';

/** What a browser, or one of its extensions, refuses. */
const refusals: Record<string, (page: Page) => Promise<unknown>> = {
  'storage forbidden': (page) =>
    page.addInitScript(() => {
      // The gateway's frames have storage of their own.
      if (window !== window.top) return;
      const forbid = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: forbid });
      Object.defineProperty(window, 'BroadcastChannel', { value: forbid });
    }),
  'storage full and analytics blocked': async (page) => {
    await page.route(/\/v1\/batch|\/track[\w-]*\.js/, (route) => route.abort('blockedbyclient'));
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
  },
};

for (const [refusal, refuse] of Object.entries(refusals)) {
  test(`L2: with ${refusal}, each screen opens and a sign-up reaches the card`, async ({ page }) => {
    await refuse(page);
    const fine = page.getByRole('heading', { level: 1 });
    for (const { address } of entryPages) {
      await page.goto(appPage(address));
      await expect(fine).toBeVisible();
      await expect(fine).not.toHaveText(m.chrome_fault_title({}, { locale: 'en' }));
    }
    const parent = parentA(page);
    await parent.open();
    await parent.choosePerson();
    await parent.details();
    await parent.family();
    await parent.plan();
    await parent.billing();
    await parent.method();
    await parent.review();
    await expect(parent.payNow()).toBeEnabled();
  });
}
