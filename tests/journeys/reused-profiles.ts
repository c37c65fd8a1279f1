import type { Browser, BrowserContext, Page } from '@playwright/test';

/** The first belongs to the journey's subject, the others to further people. */
const profiles: BrowserContext[] = [];

/**
 * A page with nothing left from the previous journey except cached files: fetching and compiling them anew costs as
 * much as opening a screen. A journey that grants a permission, goes offline or adds a header to its context resets it.
 */
export async function pageOfJourney(browser: Browser): Promise<Page> {
  const before = profiles.flatMap((profile) => profile.pages());
  const profile = (profiles[0] ??= await browser.newContext());
  // The new one first: closing its last page would end the browser process that all share.
  const page = await profile.newPage();
  await Promise.all(before.map((each) => each.close()));
  await empty(profile, page);
  return page;
}

/** The page of another person, with a browser of their own until it is closed. */
export async function pageOfAnother(browser: Browser): Promise<Page> {
  const free = profiles.slice(1).find((profile) => profile.pages().length === 0);
  const profile = free ?? (await browser.newContext());
  if (!free) profiles.push(profile);
  const page = await profile.newPage();
  await empty(profile, page);
  return page;
}

/** A page with a clock of its own. Its profile is not reused: an installed clock stays, and hides what has loaded. */
export async function pageWithClockAt(browser: Browser, time: number): Promise<Page> {
  const page = await browser.newPage();
  await page.clock.install({ time });
  return page;
}

/** As if on a first visit: for journeys about what loads, and when. */
export const forgetFiles = (page: Page): Promise<void> =>
  tell(page, async (session) => {
    await session.send('Network.clearBrowserCache');
  });

/** What a tab stores, and what was attached to it, ended with it. */
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
