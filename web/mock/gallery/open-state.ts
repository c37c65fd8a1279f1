import { expect, type Page } from '@playwright/test';
import { gallery } from './open-gallery.ts';

/** Helpers for a page that shows one state of a screen after another. */
export const statesIn = (page: Page) => ({
  show: async (state: string) => {
    await page.goto(`${gallery.origin}/app/join/mock/${state}`);
    await page.locator('main h1').waitFor();
  },
  field: (label: string) => page.getByLabel(label, { exact: true }),
  expectSaid: (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible(),
  expectNotSaid: (text: string) => expect(page.getByText(text, { exact: true })).toHaveCount(0),
});
