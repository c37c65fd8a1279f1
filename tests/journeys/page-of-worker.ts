import type { Browser, BrowserContext, Page } from '@playwright/test';

let context: BrowserContext | undefined;

/**
 * A page in this worker's single profile, cleaned after each journey except for the HTTP cache: fetching and compiling
 * files again doubles the time to open a screen. A journey that grants a permission, goes offline or adds a header to
 * its context must revert it.
 */
export async function pageOfWorker(browser: Browser): Promise<Page> {
  context ??= await browser.newContext();
  const before = context.pages();
  // Tab storage and listeners end with the page. The new page opens first, because closing the last one would end the
  // browser process that both share.
  const page = await context.newPage();
  await Promise.all(before.map((each) => each.close()));
  await context.unrouteAll();
  await context.clearCookies();
  await tell(page, async (session) => {
    const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
    await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes });
  });
  return page;
}

/** As if nobody had been here before: for journeys about what comes, and when. */
export const forgetFiles = (page: Page): Promise<void> =>
  tell(page, async (session) => {
    await session.send('Network.clearBrowserCache');
  });

type Session = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

async function tell(page: Page, what: (session: Session) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await what(session);
  await session.detach();
}
