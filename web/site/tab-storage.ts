import type { StateStorage } from 'zustand/middleware';

/** The tab's storage; where a browser forbids it, the page's memory, so that a sign-up works until a reload. */
export function tabStorage(): StateStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(action: (storage: Storage) => Result, otherwise: () => Result): Result => {
    if (typeof window === 'undefined') return otherwise();
    try {
      return action(window.sessionStorage);
    } catch {
      return otherwise();
    }
  };
  return {
    getItem: (name) =>
      attempt(
        (storage) => storage.getItem(name),
        () => memory.get(name) ?? null,
      ),
    setItem: (name, value) =>
      attempt(
        (storage) => storage.setItem(name, value),
        () => void memory.set(name, value),
      ),
    removeItem: (name) =>
      attempt(
        (storage) => storage.removeItem(name),
        () => void memory.delete(name),
      ),
  };
}
