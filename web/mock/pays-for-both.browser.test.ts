import { expect as expectPage } from '@playwright/test';
import { expect, test } from 'vitest';
import { m } from '#messages/messages.js';
import { accessibilityProblems } from '../../tests/setup/browser/accessibility.ts';
import { openPage } from '../../tests/setup/browser/reused-page.ts';
import { gallery } from './gallery/open-gallery.ts';

const views = [
  { locale: 'en', viewport: { width: 360, height: 800 } },
  { locale: 'es', viewport: { width: 1280, height: 900 } },
] as const;
const added = { en: 'pays for both. Nothing is charged today.', es: 'paga ambos planes. Hoy no se cobra nada.' };

test.each(views)(
  'CHO10, CHO12: Billing offers a renewal for both to its payer, and its decline to the co-parent, in $locale',
  async (view) => {
    const page = await openPage(view);
    const locale = { locale: view.locale };
    for (const state of ['may-pay-for-both', 'pays-for-both', 'covered-by-other', 'covered-beside-own']) {
      await page.goto(`${gallery.origin}/app/join/mock/account-billing/${state}`);
      await page.locator('main h2').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.getByRole('button', { name: m.cover_decline({}, locale), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expectPage(dialog).toContainText(m.cover_decline_text({}, locale));
    await dialog.getByRole('button', { name: m.cover_decline_yes({}, locale) }).click();
    await expectPage(page.getByText(m.cover_declined({}, locale))).toBeVisible();
    await page.goto(`${gallery.origin}/app/join/mock/account-billing/may-pay-for-both`);
    await expectPage(page.getByText('US$425.04')).toBeVisible();
    await page.getByRole('button', { name: m.cover_add({}, locale) }).click();
    await expectPage(page.locator('main').getByText(added[view.locale])).toBeVisible();
    await page.context().close();
  },
);
