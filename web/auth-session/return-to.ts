import { homeRedirect } from '#contract/home-redirect.ts';
import { tabStorage } from '#web/site/tab-storage.ts';

const key = 'wished-page';
const storage = tabStorage();

/**
 * Remembers for this tab where somebody wanted to go before they had to log in. Only pages of the home area are kept.
 */
export function rememberWish(address: string): void {
  const wish = homeRedirect(address);
  if (wish !== null) storage.setItem(key, wish);
}

/** What was remembered; a value somebody else put there is checked like any other (SEC5). */
export function returnTo(): string | null {
  const kept = storage.getItem(key);
  return homeRedirect(typeof kept === 'string' ? kept : null);
}

export function forgetWish(): void {
  storage.removeItem(key);
}
