import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../tests/setup/accessibility.ts';
import { type Gallery, startGallery } from '../ui/gallery/open-gallery.ts';
import { mockScreens } from './screens.ts';

let gallery: Gallery;
let pages: Page[];

beforeAll(async () => {
  gallery = await startGallery();
  const options = { reducedMotion: 'reduce' } as const;
  pages = await Promise.all([gallery.open(options), gallery.open(options)]);
}, 60_000);

afterAll(() => gallery.close());

/** Narrow, dark and Spanish, then wide, light and English: between them everything that can go wrong with room and colour. */
const views = [
  { name: '320 px, dark, Spanish', language: 'es', viewport: { width: 320, height: 800 }, colorScheme: 'dark' },
  { name: '1280 px, light, English', language: 'en', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

async function show(page: Page, { language, viewport, colorScheme }: (typeof views)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.locator('header select').selectOption(language);
  await page.locator(`html[lang="${language}"]`).waitFor();
}

async function problemsOf(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return sideways > 0 ? [...problems, `scrolls sideways by ${sideways} px`] : problems;
}

async function statesOf(page: Page, screen: string): Promise<string[]> {
  await page.goto(`${gallery.origin}/app/join/mock`);
  const links = page.getByRole('region', { name: screen, exact: true }).getByRole('link');
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
}

/** What is wrong with one state, by view. One that does not come is a problem like the others: its page goes on to the next. */
async function look(page: Page, state: string): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  try {
    await walk(page, state, problems);
  } catch (error) {
    problems[state] = [String(error)];
  }
  return problems;
}

async function walk(page: Page, state: string, problems: Record<string, string[]>): Promise<void> {
  await page.goto(`${gallery.origin}${state}`);
  await page.locator('main h1').waitFor({ timeout: 10_000 });
  // The page keeps its language: whoever begins with it saves a change.
  const isFirst = await page.evaluate((language) => document.documentElement.lang === language, views[0].language);
  for (const view of isFirst ? views : views.toReversed()) {
    await show(page, view);
    const found = await problemsOf(page);
    if (found.length > 0) problems[`${state} at ${view.name}`] = found;
  }
}

describe('every screen in every state, narrow, dark and Spanish, then wide, light and English (UX4, UX6)', () => {
  it.each(Object.keys(mockScreens))('%s has no violation and fits', { timeout: 120_000 }, async (screen) => {
    const [first] = pages;
    const waiting = first ? await statesOf(first, screen) : [];
    expect(waiting).not.toEqual([]);
    const found = await Promise.all(
      pages.map(async (page) => {
        const problems: Record<string, string[]> = {};
        for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) Object.assign(problems, await look(page, state));
        return problems;
      }),
    );
    expect(Object.assign({}, ...found)).toEqual({});
  });
});
