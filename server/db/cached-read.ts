/** Caches a read for `maxAgeMs` for all callers, so that every process sees a change within that time. */
export function cachedRead<Value>(read: () => Promise<Value>, maxAgeMs: number): () => Promise<Value> {
  let cached: { at: number; value: Promise<Value> } | null = null;
  return () => {
    if (cached && performance.now() - cached.at < maxAgeMs) return cached.value;
    const current = { at: performance.now(), value: read() };
    cached = current;
    current.value.catch(() => {
      if (cached === current) cached = null;
    });
    return current.value;
  };
}
