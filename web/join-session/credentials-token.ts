import { tabStorage } from '#web/site/tab-storage.ts';

/** The token of a mailed link to the credentials step, stored for this tab until it is spent. */
const name = 'credentials-token';
const pattern = /^[A-Za-z0-9_-]{20,128}$/;
const storage = tabStorage();

export const linkedCredentialsToken = () => storage.getItem(name);

export function forgetCredentialsToken(): void {
  storage.removeItem(name);
}

/** An invalid token is stored too: the screen then says that the link does not work. */
export function storeCredentialsToken(token: string): void {
  storage.setItem(name, pattern.test(token) ? token : 'x'.repeat(20));
}
