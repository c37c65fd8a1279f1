import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { chromiumFlags } from './chromium.ts';

const defaults = {
  viewport: { width: 1280, height: 800 },
  // Frames that only move cost a third of what is computed.
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
} satisfies BrowserContextOptions;

type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>;

/**
 * Axe leaves much behind and runs everything a few times: with room for what it leaves, and code made faster only where
 * that is cheap, looking at a screen takes a fifth less.
 */
const forAxe = '--js-flags=--no-opt --min-semi-space-size=32 --max-semi-space-size=64';

let launched: Promise<Browser> | undefined;
let reused: Promise<Page> | undefined;

/** One browser for all test files of a worker, which ends with it: launching takes longer than most tests. */
function browserOfWorker(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  launched ??= chromium.launch({ executablePath, args: [...chromiumFlags, forAxe] });
  return launched;
}

/** A page in a browser profile of its own, until the test has ended: for what a page keeps or cannot take off again. */
export async function freshPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  onTestFinished(() => page.context().close());
  return page;
}

/** Whoever opens it closes its context. */
export async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await browserOfWorker()).newContext({ ...defaults, ...options });
  return context.newPage();
}

/**
 * The one page of this worker, with nothing left of the test before: a new page and profile cost as much as opening
 * five screens.
 */
export async function reusedPage({ viewport = defaults.viewport, colorScheme = null }: Look = {}): Promise<Page> {
  reused ??= openPage({});
  const page = await reused;
  const context = page.context();
  const others = context.pages().filter((each) => each !== page);
  await Promise.all(others.map((other) => other.close()));
  await Promise.all([page, context].map((each) => each.unrouteAll()));
  await page.evaluate(() => {
    if (!location.protocol.startsWith('http')) return;
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.goto('about:blank');
  await context.setOffline(false);
  await context.clearCookies();
  await page.setViewportSize(viewport ?? defaults.viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: defaults.reducedMotion });
  return page;
}
