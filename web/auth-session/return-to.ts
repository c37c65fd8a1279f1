import { homeRedirect } from '#contract/home-redirect.ts';
import { tabStorage } from '#web/site/tab-storage.ts';

const key = 'return-to';
const storage = tabStorage();

/**
 * Remembers for this tab where somebody wanted to go before they had to log in. Only pages of the home area are kept.
 */
export function rememberReturnTo(address: string): void {
  const page = homeRedirect(address);
  if (page !== null) storage.setItem(key, page);
}

/** What was remembered; a value somebody else put there is checked like any other (SEC5). */
export function returnTo(): string | null {
  const stored = storage.getItem(key);
  return homeRedirect(typeof stored === 'string' ? stored : null);
}

export function forgetReturnTo(): void {
  storage.removeItem(key);
}
