/** The points counted under a key, and when they expire (Unix milliseconds). */
export type CounterState = { points: number; expire: number };

/** Counts points by key; a count that has expired starts again. */
export type Counter = {
  /** Adds points and returns the new count. A running time is not extended. */
  add: (attempt: CounterState & { key: string }) => Promise<CounterState>;
  /** Null if nothing is counted, or if the count has expired. */
  read: (key: string) => Promise<CounterState | null>;
  /** Subtracts one point, unless the count has expired. */
  release: (key: string) => Promise<void>;
  /** Replaces a key's count and expiry. */
  put: (attempt: CounterState & { key: string }) => Promise<void>;
  clear: (key: string) => Promise<void>;
};

/** How many keys trigger the removal of expired ones: an address that never returns must not stay forever. */
const manyKeys = 10_000;

/** Counts in this process's memory only. */
export function memoryCounter(now: () => number = Date.now): Counter {
  const counts = new Map<string, CounterState>();
  let pruneAt = manyKeys;
  const running = (key: string) => {
    const counted = counts.get(key);
    return counted && counted.expire > now() ? counted : null;
  };
  const prune = () => {
    for (const [key, { expire }] of counts) if (expire <= now()) counts.delete(key);
    pruneAt = Math.max(manyKeys, counts.size * 2);
  };
  return {
    add: async ({ key, points, expire }) => {
      const before = running(key);
      const counted = { points: points + (before?.points ?? 0), expire: before?.expire ?? expire };
      counts.set(key, counted);
      if (counts.size >= pruneAt) prune();
      return counted;
    },
    read: async (key) => running(key),
    release: async (key) => {
      const counted = running(key);
      if (counted && counted.points > 0) counts.set(key, { ...counted, points: counted.points - 1 });
    },
    put: async ({ key, points, expire }) => {
      counts.set(key, { points, expire });
    },
    clear: async (key) => {
      counts.delete(key);
    },
  };
}
