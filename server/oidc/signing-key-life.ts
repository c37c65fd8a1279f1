import { after, days } from '../clock.ts';

/**
 * Apps cache the published keys, so a new one is published for a day before it signs, and stays published for a day
 * after the next one has taken over.
 */
const publishedBeforeMs = days(1);
const publishedAfterMs = days(1);
const signsForMs = days(90);

export type DatedKey = { id: string; createdAt: Date };
/** `current`: the one that signs. `published`: those that verify, the signing one first. */
export type KeySet<Key extends DatedKey> = { current: Key | null; published: Key[]; retired: Key[] };

const byAge = (one: DatedKey, other: DatedKey) => one.createdAt.getTime() - other.createdAt.getTime();

/** The role of each key at an instant. The very first key signs at once. */
export function keySetAt<Key extends DatedKey>(keys: readonly Key[], at: Date): KeySet<Key> {
  const sorted = [...keys].sort(byAge);
  const begins = (key: Key) => (key === sorted[0] ? key.createdAt : after(key.createdAt, publishedBeforeMs));
  const current = sorted.findLast((key) => begins(key) <= at) ?? sorted[0] ?? null;
  const isRetired = (_key: Key, position: number) => {
    const next = sorted[position + 1];
    return next !== undefined && after(begins(next), publishedAfterMs) <= at;
  };
  const retired = sorted.filter(isRetired);
  const others = sorted.filter((key) => key !== current && !retired.includes(key));
  return { current, published: current ? [current, ...others] : [], retired };
}

/** Whether the next key must be created now, so that it is published before it is needed. */
export function needsKey(keys: readonly DatedKey[], at: Date): boolean {
  const newest = [...keys].sort(byAge).at(-1);
  return newest === undefined || after(newest.createdAt, signsForMs) <= at;
}
