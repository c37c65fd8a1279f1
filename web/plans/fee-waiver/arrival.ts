import { tabStorage } from '#web/site/tab-storage.ts';

/** In the tab's storage, like the sign-up that follows. */
const storage = tabStorage();
const key = 'fee-waiver';

/** The visitor came by a fee-waiver link. `court`: the key of its court; empty for none. */
export const storeArrival = (court: string): void => storage.setItem(key, court);

/** The court of a visitor who came by a fee-waiver link, empty for none; null for other visitors. */
export const storedArrival = (): string | null => storage.getItem(key);

export const forgetArrival = (): void => storage.removeItem(key);

/** Added to the request's body. */
export const courtParameter = (): { court?: string } => {
  const court = storedArrival();
  return court ? { court } : {};
};
