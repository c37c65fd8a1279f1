import { homeRedirect } from '#contract/sign-in/home-redirect.ts';
import { tabStorage } from '#web/site/tab-storage.ts';

const key = 'return-to';
const storage = tabStorage();

/** Stores for this tab which page to open after the login. Only pages of the home area are stored. */
export function rememberReturnTo(address: string): void {
  const page = homeRedirect(address);
  if (page !== null) storage.setItem(key, page);
}

/** The stored page; validated again, because anybody could have changed the storage (SEC5). */
export function returnTo(): string | null {
  return homeRedirect(storage.getItem(key));
}

export function forgetReturnTo(): void {
  storage.removeItem(key);
}
