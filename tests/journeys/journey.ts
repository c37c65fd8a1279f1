import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { accessibilityProblems } from '../setup/browser/accessibility.ts';
import { eventually, type InboxMessage, mailsTo } from '../setup/sandbox.ts';
import { pageOfJourney } from './reused-profiles.ts';

/** Addresses of the running site, and how many app processes share its calls. */
export const site = () => ({
  url: process.env['JOURNEY_URL'] ?? '',
  sandbox: process.env['JOURNEY_SANDBOX_URL'] ?? '',
  apps: Number(process.env['JOURNEY_APPS']),
});

export const appPage = (path: string) => `${site().url}/app${path}`;
export const join = (path: string) => appPage(`/join${path}`);

export type Language = 'en' | 'es';

/** Whether this is the matrix, which follows `npm test` with the other language and the accessibility of each state. */
export const isMatrix = process.env['TEST_RING'] === 'matrix';

/** The languages of a journey: `npm test` runs it in this one, the matrix in the other. */
export const walkedIn = (language: Language): readonly Language[] =>
  isMatrix ? [language === 'en' ? 'es' : 'en'] : [language];

/** The variants of a journey: `npm test` runs those in this language, the matrix the others. */
export const walkedAs = <Look extends { language: Language }>(language: Language, looks: readonly Look[]): Look[] =>
  looks.filter((look) => walkedIn(language).includes(look.language));

export type Person = { firstName: string; lastName: string; email: string; phone: string };

/** A person unique in this run. */
export function newPerson(firstName = 'Marta', lastName = 'Ruiz'): Person {
  const digits = String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0');
  return {
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}-${randomUUID()}@example.com`,
    phone: `202${digits}`,
  };
}

/**
 * A prerendered form is replaced by its script, with its input; a test clicks only after that. `commit` waits for
 * nothing.
 */
function waitForScript(page: Page): void {
  const taken = () => page.locator('#root[data-prerendered="form"]').waitFor({ state: 'detached' });
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await taken();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await taken();
    return response;
  };
}

/** Fails a journey on anything the page reports: errors, refused scripts, unhandled rejections. */
export const test = base.extend<{ complaints: string[] }>({
  context: async ({ browser }, use) => use((await pageOfJourney(browser)).context()),
  page: async ({ context }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    waitForScript(page);
    await use(page);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content.Security.Policy|Uncaught|hydrat/i.test(message.text()))
          complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: site().url }]);
}

/** For pages outside the mock gallery, which `npm test` checks here. */
export async function expectNoViolation(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
}

/** Only in the matrix: `npm test` has checked each screen once in `web/mock`. */
export async function expectAccessible(page: Page): Promise<void> {
  if (isMatrix) await expectNoViolation(page);
}

/**
 * Nothing has loaded for half a second: script, fonts, lists, prefetched files. The browser's own `networkidle` waits
 * for ever for a response that nobody reads.
 */
export function untilQuiet(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const come = () => performance.getEntriesByType('resource').length;
    for (let before = -1; before !== come(); await new Promise((resolve) => setTimeout(resolve, 500))) before = come();
    await document.fonts.ready;
  });
}

/** No sideways scrolling at this width. */
export async function expectFits(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
}

/** At each width the header starts below the quick-exit row. The page keeps the last width. */
export async function expectHeaderClear(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const covered = await page.evaluate(() => {
      window.scrollTo(0, 0);
      const leave = document.querySelector('[data-leave]')?.getBoundingClientRect();
      const controls = [...document.querySelectorAll('header :is(a, button, select)')];
      return controls
        .filter((control) => {
          const { top, width } = control.getBoundingClientRect();
          return width > 0 && !(leave && top >= leave.bottom);
        })
        .map(({ textContent }) => textContent);
    });
    expect(covered, `${width} px`).toEqual([]);
  }
}

/** Accessible, and without sideways scrolling, at each width; the page keeps the last width. */
export async function expectWellAt(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
}

export async function mailTo(
  address: string,
  isIt: (mail: InboxMessage) => boolean = () => true,
): Promise<InboxMessage> {
  const mails = await eventually(
    () => mailsTo(site().sandbox, address),
    (seen) => seen.some(isIt),
    15_000,
  );
  const mail = mails.find(isIt);
  if (!mail) throw new Error('The mail was there a moment ago');
  return mail;
}
