import { tabStorage } from '#web/site/tab-storage.ts';

/** The token of a mailed link to the credentials step, kept for this tab until it is spent. */
const name = 'credentials-token';
const pattern = /^[A-Za-z0-9_-]{20,128}$/;
const storage = tabStorage();

export function linkedCredentialsToken(): string | null {
  const kept = storage.getItem(name);
  return typeof kept === 'string' ? kept : null;
}

export function forgetCredentialsToken(): void {
  void storage.removeItem(name);
}

/** `#token=…` on the credentials address: kept, and out of the address bar and the history before anything is drawn. */
export function takeCredentialsToken(page: Window): void {
  if (!page.location.pathname.endsWith('/join/credentials') || !page.location.hash) return;
  const token = new URLSearchParams(page.location.hash.slice(1)).get('token');
  // A token that cannot be right is kept too: the screen then says that the link does not work.
  if (token !== null) void storage.setItem(name, pattern.test(token) ? token : 'x'.repeat(20));
  page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
}
