import { tabStorage } from '#web/site/tab-storage.ts';

const storage = tabStorage();
const key = 'ownership-claim';

/** The claim of this tab, so that a reload goes on with it. It opens nothing personal by itself. */
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
