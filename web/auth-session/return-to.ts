import { homeRedirect } from '#contract/sign-in/home-redirect.ts';
import { tabStorage } from '#web/site/tab-storage.ts';

const key = 'return-to';
const storage = tabStorage();

/**
 * Whose session ended in this tab, to whom alone the page is shown again, and the page. Neither contains a space; each
 * may be empty.
 */
const stored = () => (storage.getItem(key) ?? '').split(' ');

/** Stores for this tab which page to open after the login. Only pages of the home area are stored. */
export function rememberReturnTo(address: string): void {
  const page = homeRedirect(address);
  if (page !== null) storage.setItem(key, `${stored()[0]} ${page}`);
}

export function returnOnly(userId: string): void {
  storage.setItem(key, `${userId} `);
}

/** The stored page for this user; validated again, because anybody could have changed the storage (SEC5). */
export function returnTo(userId: string): string | null {
  const [owner, page] = stored();
  return !owner || owner === userId ? homeRedirect(page) : null;
}

/** Whether a page waits for a login. */
export const mayReturn = (): boolean => Boolean(stored()[1]);

export function forgetReturnTo(): void {
  storage.removeItem(key);
}
