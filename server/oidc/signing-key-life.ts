import { after, days } from '../clock.ts';

/**
 * Apps read the published keys now and then: a new one is published for a day before it signs, and stays published for
 * as long after the next has taken over.
 */
const publishedBeforeMs = days(1);
const publishedAfterMs = days(1);
const signsForMs = days(90);

export type DatedKey = { id: string; createdAt: Date };
/** `current`: the one that signs. `published`: those that verify, the signing one first. */
export type KeySet<Key extends DatedKey> = { current: Key | null; published: Key[]; retired: Key[] };

const byAge = (one: DatedKey, other: DatedKey) => one.createdAt.getTime() - other.createdAt.getTime();

/** What each key is for at an instant. The very first signs at once. */
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

/** Whether another key has to be made, so that the next one is published before it is needed. */
export function needsKey(keys: readonly DatedKey[], at: Date): boolean {
  const newest = [...keys].sort(byAge).at(-1);
  return newest === undefined || after(newest.createdAt, signsForMs) <= at;
}
