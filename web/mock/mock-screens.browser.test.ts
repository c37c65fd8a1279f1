import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, startGallery } from '../ui/gallery/open-gallery.ts';
import { mockScreens } from './screens.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
}, 60_000);

afterAll(() => gallery.close());

/** Narrow, dark and Spanish, then wide, light and English: between them everything that can go wrong with room and colour. */
const views = [
  { name: '320 px, dark, Spanish', language: 'es', options: { viewport: { width: 320, height: 800 }, colorScheme: 'dark' as const } },
  { name: '1280 px, light, English', language: 'en', options: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const } },
];

async function problemsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const rules = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  return sideways > 0 ? [...rules, `scrolls sideways by ${sideways} px`] : rules;
}

async function statesOf(page: Page, screen: string): Promise<string[]> {
  await page.goto(`${gallery.origin}/app/join/mock`);
  const links = page.getByRole('region', { name: screen, exact: true }).getByRole('link');
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
}

describe.each(Object.keys(mockScreens))('%s in every state (UX4, UX6)', (screen) => {
  it.each(views)('has no violation and fits at $name', { timeout: 180_000 }, async ({ language, options }) => {
    const page = await gallery.open({ ...options, reducedMotion: 'reduce' });
    const problems: Record<string, string[]> = {};
    for (const state of await statesOf(page, screen)) {
      await page.goto(`${gallery.origin}${state}`);
      await page.locator('main h1').waitFor();
      await page.locator('header select').selectOption(language);
      await page.waitForTimeout(150);
      const found = await problemsOf(page);
      if (found.length > 0) problems[state] = found;
    }
    expect(problems).toEqual({});
    await page.context().close();
  });
});
