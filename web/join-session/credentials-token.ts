import { tabStorage } from '#web/site/tab-storage.ts';

/** The token of a mailed link to the credentials step, stored for this tab until it is spent. */
const name = 'credentials-token';
const pattern = /^[A-Za-z0-9_-]{20,128}$/;
const storage = tabStorage();

export const linkedCredentialsToken = () => storage.getItem(name);

export function forgetCredentialsToken(): void {
  storage.removeItem(name);
}

/** Stores the token of `#token=…` and removes it from address bar and history before the first render. */
export function takeCredentialsToken(page: Window): void {
  if (!page.location.pathname.endsWith('/join/credentials') || !page.location.hash) return;
  const token = new URLSearchParams(page.location.hash.slice(1)).get('token');
  // An invalid token is stored too: the screen then says that the link does not work.
  if (token !== null) storage.setItem(name, pattern.test(token) ? token : 'x'.repeat(20));
  page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
}
