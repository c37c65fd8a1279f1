import { tabStorage } from '#web/site/tab-storage.ts';

/** The token of a mailed link to the credentials step, stored for this tab until it is spent. */
const name = 'credentials-token';
const pattern = /^[A-Za-z0-9_-]{20,128}$/;
const storage = tabStorage();

export const isCredentialsToken = (token: string): boolean => pattern.test(token);

export const linkedCredentialsToken = () => storage.getItem(name);

export function forgetCredentialsToken(): void {
  storage.removeItem(name);
}

/** Not one that a mail program has shortened: the screen then asks for the code of the same mail. */
export function storeCredentialsToken(token: string): void {
  if (isCredentialsToken(token)) storage.setItem(name, token);
}
