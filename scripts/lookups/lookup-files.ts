import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A region: its code and its names; without `es` the Spanish name is the English one. */
export type RegionRow = { code: string; en: string; es?: string };
export type LocalNames = { en: string; es: string };

const root = new URL('../../', import.meta.url);

export function pathInProject(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/** One row of an array or one key of an object per line: small diffs when the sources change. */
export function writeRows(path: string, value: readonly unknown[] | Record<string, unknown>): void {
  const lines = Array.isArray(value)
    ? value.map((row) => JSON.stringify(row))
    : Object.entries(value).map(([key, row]) => `${JSON.stringify(key)}:${JSON.stringify(row)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  writeFileSync(pathInProject(path), `${open}\n${lines.join(',\n')}\n${close}\n`);
}
