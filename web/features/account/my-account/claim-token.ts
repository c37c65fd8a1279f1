import { tabStorage } from '#web/site/tab-storage.ts';

const storage = tabStorage();
const claimKey = 'ownership-claim';
const passwordKey = 'reset-key';

const inTab = (key: string) => ({
  read: (): string | null => {
    const stored = storage.getItem(key);
    return typeof stored === 'string' ? stored : null;
  },
  write: (token: string | null): void => {
    if (token === null) storage.removeItem(key);
    else storage.setItem(key, token);
  },
});

/** This tab's claim, so that a reload continues it. By itself it opens nothing personal. */
export const claimTokenStore = inTab(claimKey);

/** Sets the password after a claim, which has ended the old one: without it a reload would leave the owner outside. */
export const newPasswordTokenStore = inTab(passwordKey);
