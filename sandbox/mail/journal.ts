import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Entries from before this start, and a function to append more. Without a folder everything stays in memory. */
export type Journal<Entry> = { entries: Entry[]; append(entry: Entry): void };

/**
 * One JSON text per line. A last line truncated by a kill is dropped, including its bytes, so that appending continues
 * cleanly.
 */
export function openJournal<Entry>({ dataDir, name }: { dataDir: string | null; name: string }): Journal<Entry> {
  if (dataDir === null) return { entries: [], append: () => undefined };
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, `${name}.jsonl`);
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const completeLines = content.subarray(0, content.lastIndexOf(0x0a) + 1);
  if (completeLines.length < content.length) truncateSync(path, completeLines.length);
  const lines = completeLines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  return {
    entries: lines.map((line) => JSON.parse(line) as Entry),
    append: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
  };
}
