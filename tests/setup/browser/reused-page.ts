import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { chromiumFlags } from './chromium.ts';

const defaults = {
  viewport: { width: 1280, height: 800 },
  // Composited-only animations cost a third of the computing time.
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
} satisfies BrowserContextOptions;

type ViewOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>;

/** More memory for axe and less optimising of its code make checking a screen a fifth faster. */
const forAxe = '--js-flags=--no-opt --min-semi-space-size=32 --max-semi-space-size=64';

let launched: Promise<Browser> | undefined;
let reused: Promise<Page> | undefined;

/** One browser per worker, because launching takes longer than most tests. */
function browserOfWorker(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  launched ??= chromium.launch({ executablePath, args: [...chromiumFlags, forAxe] });
  return launched;
}

/** A page in a browser profile of its own, for a test that changes persistent state. */
export async function freshPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  onTestFinished(() => page.context().close());
  return page;
}

/** The caller closes its context. */
export async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await browserOfWorker()).newContext({ ...defaults, ...options });
  return context.newPage();
}

/** The worker's single page, reset between tests: a new page and profile cost as much as opening five screens. */
export async function reusedPage({
  viewport = defaults.viewport,
  colorScheme = null,
}: ViewOptions = {}): Promise<Page> {
  reused ??= openPage({});
  const page = await reused;
  const context = page.context();
  const otherPages = context.pages().filter((each) => each !== page);
  await Promise.all(otherPages.map((other) => other.close()));
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
