/** How much was counted under a key, and until when (Unix milliseconds). */
export type CounterState = { points: number; expire: number };

/** Counts under keys, each until its time is over; then it begins anew. */
export type Counter = {
  /** Counts more under a key; what it comes to. A running time is not made longer. */
  add: (attempt: CounterState & { key: string }) => Promise<CounterState>;
  /** Null when nothing is counted, or its time is over. */
  read: (key: string) => Promise<CounterState | null>;
  /** Takes one off again, where its time is not over. */
  release: (key: string) => Promise<void>;
  /** Puts a count and a time in place of whatever was there. */
  put: (attempt: CounterState & { key: string }) => Promise<void>;
  clear: (key: string) => Promise<void>;
};

/** Keys past which what is over is looked for: an address that never comes back must not stay for ever. */
const manyKeys = 10_000;

/** Counts of this process alone. */
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
