/**
 * Caches a read for `maxAgeMs` for all callers, so that every process sees a change within that time. `again`: reads
 * what is stored now.
 */
export function cachedRead<Value>(
  read: () => Promise<Value>,
  maxAgeMs: number,
): (options?: { again: boolean }) => Promise<Value> {
  let cached: { at: number; value: Promise<Value> } | null = null;
  return ({ again } = { again: false }) => {
    if (!again && cached && performance.now() - cached.at < maxAgeMs) return cached.value;
    const current = { at: performance.now(), value: read() };
    cached = current;
    current.value.catch(() => {
      if (cached === current) cached = null;
    });
    return current.value;
  };
}
