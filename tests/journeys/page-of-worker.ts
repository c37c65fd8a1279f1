import type { Browser, BrowserContext, Page } from '@playwright/test';

let context: BrowserContext | undefined;

/**
 * A page of this worker's one profile, with nothing left of the journey before but the files that a browser keeps:
 * fetched and compiled anew they cost as much again as opening a screen. A journey that grants a permission, goes
 * offline or adds a header to its context puts it back.
 */
export async function pageOfWorker(browser: Browser): Promise<Page> {
  context ??= await browser.newContext();
  const before = context.pages();
  // What a tab keeps, and what was hung on it, ends with it. The new one first: with its last page a browser ends the
  // process that both share.
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
