/** What this page could not store: a browser may forbid its storage, or have no space left in it. */
const memory = new Map<string, string>();

function attempt(action: (storage: Storage) => void): boolean {
  if (typeof window === 'undefined') return false;
  try {
    action(window.sessionStorage);
    return true;
  } catch {
    return false;
  }
}

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storage: TabStorage & Pick<Storage, 'clear'> = {
  getItem: (name) => {
    let stored = memory.get(name) ?? null;
    if (stored === null) attempt((tab) => (stored = tab.getItem(name)));
    return stored;
  },
  setItem: (name, value) => {
    memory.delete(name);
    if (attempt((tab) => tab.setItem(name, value))) return;
    memory.set(name, value);
    // After a reload no value is better than an older one.
    attempt((tab) => tab.removeItem(name));
  },
  removeItem: (name) => {
    memory.delete(name);
    attempt((tab) => tab.removeItem(name));
  },
  clear: () => {
    memory.clear();
    attempt((tab) => tab.clear());
  },
};

/** The tab's storage; if the browser refuses it, the page's memory, so that a sign-up works until a reload. */
export const tabStorage = () => storage;

/** That this tab has seen the banner: for its screen, and for the script that runs before the first paint. */
export const bannerSeenKey = 'banner-seen';
