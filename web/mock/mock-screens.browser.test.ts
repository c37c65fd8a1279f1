import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../../tests/setup/browser/accessibility.ts';
import { openPage } from '../../tests/setup/browser/reused-page.ts';
import { gallery } from './gallery/open-gallery.ts';
import { mockScreens } from './screens.ts';

/**
 * A phone, dark and Spanish, then wide, light and English: together they cover what can go wrong with space and colour.
 */
const allViews = [
  {
    name: '320 px, touch, dark, Spanish',
    locale: 'es',
    viewport: { width: 320, height: 800 },
    hasTouch: true,
    colorScheme: 'dark',
  },
  { name: '1280 px, light, English', locale: 'en', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

/** `npm test` checks the first state of each screen, narrow; the matrix every state in both views. */
const isMatrix = process.env['TEST_RING'] === 'matrix';
const views = isMatrix ? allViews : allViews.slice(0, 1);
const statesOf = (screen: string) => (states.get(screen) ?? []).slice(0, isMatrix ? undefined : 1);

/** A page for each view, reused for all states. */
type Pages = Page[];

let walkers: Pages[];
/** Addresses of every state, by screen. */
let states: Map<string, string[]>;

const openPages = (): Promise<Pages> => Promise.all(views.map(({ name: _, ...options }) => openPage(options)));

beforeAll(async () => {
  walkers = await Promise.all(isMatrix ? [openPages(), openPages()] : [openPages()]);
  const [first] = walkers.flat();
  if (first) states = await listedStates(first);
}, 60_000);

afterAll(async () => {
  await Promise.all(walkers.flat().map((page) => page.context().close()));
});

async function listedStates(page: Page): Promise<Map<string, string[]>> {
  await page.goto(`${gallery.origin}/app/join/mock`);
  const links = page.getByRole('region').getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  return Map.groupBy(paths, (path) => path.split('/').at(-2) ?? '');
}

/** Names in the fixtures. A document title stays in the history of a shared browser. */
const people = /Marta|O'Brien|Joe|Ruiz|Maximiliano|Luis|Ana\b/;

/** Words that a person under observation would not want in their history. */
const telling = /parent|child|court|custody|divorce|lawyer|famil|padre|madre|progenitor|hij[oa]|juzgado|custodia/i;

async function problemsOf(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  const { sideways, title, isOfParents, zooming } = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    title: document.title,
    isOfParents: !location.pathname.includes('/pro-'),
    zooming: matchMedia('(pointer: coarse)').matches
      ? [...document.querySelectorAll('select, textarea, input:not([type=checkbox], [type=radio])')].filter(
          (field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16,
        ).length
      : 0,
  }));
  return [
    ...problems,
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...(zooming > 0 ? [`lets an iPhone zoom into ${zooming} fields`] : []),
    ...(people.test(title) ? [`names a person in its title: ${title}`] : []),
    ...(isOfParents && telling.test(title) ? [`tells in its title what it is about: ${title}`] : []),
  ];
}

/**
 * Without a reload, because loading all code again takes three times as long; with one if a state asks before it is
 * left.
 */
async function open(page: Page, path: string): Promise<void> {
  const state = path.split('/mock/')[1] ?? '';
  if (await page.evaluate(comesToRest, { state, switchTo: path, withinMs: 2_000 })) return;
  await page.goto(`${gallery.origin}${path}`);
  if (!(await page.evaluate(comesToRest, { state, switchTo: null, withinMs: 10_000 }))) throw new Error('has not come');
}

type Target = { state: string; switchTo: string | null; withinMs: number };

/**
 * Whether a state renders and then stays unchanged for a moment, so that responses have arrived; longer while a
 * skeleton is shown.
 */
async function comesToRest({ state, switchTo, withinMs }: Target): Promise<boolean> {
  const shown = document.documentElement.dataset;
  if (switchTo !== null) {
    if (shown['mockState'] === undefined) return false;
    history.pushState(null, '', switchTo);
    dispatchEvent(new PopStateEvent('popstate'));
  }
  const isThere = () => shown['mockState'] === state && document.querySelector('main h1')?.checkVisibility() === true;
  for (const until = Date.now() + withinMs; !isThere(); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() > until) return false;
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve(true);
    };
    const rest = () => setTimeout(done, document.querySelector('[class*="_bone_"]') ? 400 : 50);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = rest();
    });
    let timer = rest();
    // Something that never stops moving is checked anyway.
    setTimeout(done, 3_000);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

async function look(page: Page, path: string): Promise<string[]> {
  try {
    await open(page, path);
    return await problemsOf(page);
  } catch (error) {
    // One that fails to load is a problem like the others: the run continues with the next, in a fresh page.
    await page.goto('about:blank');
    return [String(error)];
  }
}

/** The problems of the states still waiting, by state and view. */
async function walk(pages: Pages, waiting: string[]): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    for (const [view, { name }] of views.entries()) {
      const page = pages[view];
      const found = page ? await look(page, path) : ['has no page'];
      if (found.length > 0) problems[`${path} at ${name}`] = found;
    }
  }
  return problems;
}

describe('UX4, UX6: every screen on a phone, dark and in Spanish; in the matrix also wide, light and in English', () => {
  it.each(Object.keys(mockScreens))(
    'L16, P11, 2.1-10, 2.11-3: %s has no violation, fits, makes no iPhone zoom, and names nobody in its title',
    { timeout: 120_000 },
    async (screen) => {
      const waiting = statesOf(screen);
      expect(waiting).not.toEqual([]);
      const found = await Promise.all(walkers.map((pages) => walk(pages, waiting)));
      expect(Object.assign({}, ...found)).toEqual({});
    },
  );
});
