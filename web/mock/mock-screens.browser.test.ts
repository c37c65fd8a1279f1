import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../tests/setup/accessibility.ts';
import { type Gallery, startGallery } from '../ui/gallery/open-gallery.ts';
import { mockScreens } from './screens.ts';

/** Narrow, dark and Spanish, then wide, light and English: between them everything that can go wrong with room and colour. */
const views = [
  { name: '320 px, dark, Spanish', locale: 'es', viewport: { width: 320, height: 800 }, colorScheme: 'dark' },
  { name: '1280 px, light, English', locale: 'en', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

/** A page for each view, which keeps it. */
type Pages = Page[];

let gallery: Gallery;
let walkers: Pages[];

const openPages = (): Promise<Pages> =>
  Promise.all(views.map(({ name: _, ...options }) => gallery.open({ reducedMotion: 'reduce', ...options })));

beforeAll(async () => {
  gallery = await startGallery({ inOneFile: true });
  walkers = await Promise.all([openPages(), openPages()]);
}, 60_000);

afterAll(() => gallery.close());

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

async function look(page: Page, state: string): Promise<string[]> {
  try {
    await page.goto(`${gallery.origin}${state}`);
    await page.locator('main h1').waitFor({ timeout: 10_000 });
    return await problemsOf(page);
  } catch (error) {
    // One that does not come is a problem like the others: the walk goes on to the next.
    return [String(error)];
  }
}

/** Every state is looked at narrow; wide, where there is room for everything, every other one will do. */
const viewsOf = (index: number) => (index % 2 === 0 ? views : views.slice(0, 1));

/** What is wrong with the states still waiting, by state and view. */
async function walk(pages: Pages, waiting: [number, string][]): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [index, state] = next;
    for (const [view, { name }] of viewsOf(index).entries()) {
      const page = pages[view];
      const found = page ? await look(page, state) : ['has no page'];
      if (found.length > 0) problems[`${state} at ${name}`] = found;
    }
  }
  return problems;
}

describe('every screen in every state, narrow, dark and Spanish, then wide, light and English (UX4, UX6)', () => {
  it.each(Object.keys(mockScreens))('%s has no violation and fits', { timeout: 120_000 }, async (screen) => {
    const [first] = walkers.flat();
    const waiting = first ? [...(await statesOf(first, screen)).entries()] : [];
    expect(waiting).not.toEqual([]);
    const found = await Promise.all(walkers.map((pages) => walk(pages, waiting)));
    expect(Object.assign({}, ...found)).toEqual({});
  });
});
