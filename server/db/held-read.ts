/** Reads at most once in `maxAgeMs`, for everybody who asks: every process sees a change within that time. */
export function heldRead<Value>(read: () => Promise<Value>, maxAgeMs: number): () => Promise<Value> {
  let held: { at: number; value: Promise<Value> } | null = null;
  return () => {
    if (held && performance.now() - held.at < maxAgeMs) return held.value;
    const mine = { at: performance.now(), value: read() };
    held = mine;
    mine.value.catch(() => {
      if (held === mine) held = null;
    });
    return mine.value;
  };
}
