import { tabStorage } from '#web/site/tab-storage.ts';

const storage = tabStorage();
const key = 'ownership-claim';

/** This tab's claim, so that a reload continues it. By itself it opens nothing personal. */
export const claimTokenStore = {
  read: (): string | null => {
    const stored = storage.getItem(key);
    return typeof stored === 'string' ? stored : null;
  },
  write: (token: string | null): void => {
    if (token === null) storage.removeItem(key);
    else storage.setItem(key, token);
  },
};
