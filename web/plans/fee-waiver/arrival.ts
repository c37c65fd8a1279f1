import { tabStorage } from '#web/site/tab-storage.ts';

/** Kept in the tab, as the sign-up is that follows. */
const storage = tabStorage();
const mark = 'fee-waiver';

/** Somebody came for a year without charge. `court`: key of the court whose link it was; empty for none. */
export const noteArrival = (court: string): void => void storage.setItem(mark, court);

/** The court of whoever came for it, empty for none; null for anybody else. */
export const arrival = (): string | null => storage.getItem(mark) as string | null;

export const forgetArrival = (): void => void storage.removeItem(mark);

/** Sent with the form. */
export const cameBy = (): { court?: string } => {
  const court = arrival();
  return court ? { court } : {};
};
