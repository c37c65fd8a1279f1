import type { Browser, BrowserContext, Page } from '@playwright/test';

/** The first is of whom a journey is about, the others of whoever comes into it. */
const profiles: BrowserContext[] = [];

/**
 * A page with nothing left of the journey before but the files that a browser keeps: fetched and compiled anew they
 * cost as much again as opening a screen. A journey that grants a permission, goes offline or adds a header to its
 * context puts it back.
 */
export async function pageOfJourney(browser: Browser): Promise<Page> {
  const before = profiles.flatMap((profile) => profile.pages());
  const profile = (profiles[0] ??= await browser.newContext());
  // The new one first: with its last page a browser ends the process that all share.
  const page = await profile.newPage();
  await Promise.all(before.map((each) => each.close()));
  await empty(profile, page);
  return page;
}

/** The page of somebody else, who has a browser of their own until it is closed. */
export async function pageOfAnother(browser: Browser): Promise<Page> {
  const free = profiles.slice(1).find((profile) => profile.pages().length === 0);
  const profile = free ?? (await browser.newContext());
  if (!free) profiles.push(profile);
  const page = await profile.newPage();
  await empty(profile, page);
  return page;
}

/** As if nobody had been here before: for journeys about what comes, and when. */
export const forgetFiles = (page: Page): Promise<void> =>
  tell(page, async (session) => {
    await session.send('Network.clearBrowserCache');
  });

/** What a tab keeps, and what was hung on it, ended with it. */
async function empty(profile: BrowserContext, page: Page): Promise<void> {
  await profile.unrouteAll();
  await profile.clearCookies();
  await tell(page, async (session) => {
    const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
    await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes });
  });
}

type Session = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

async function tell(page: Page, what: (session: Session) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await what(session);
  await session.detach();
}
