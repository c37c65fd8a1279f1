import { readFileSync } from 'node:fs';
import { foldText } from './fold-text.ts';

export type City = { name: string; country: string; region: string };

const file = new URL('./cities.tsv', import.meta.url);

/** Cities sorted by folded name, as one array of keys and one of lines: about 8 MB, read once. */
export type CityIndex = { keys: readonly string[]; lines: readonly string[] };

export function loadCities(): CityIndex {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return { lines, keys: lines.map((line) => foldText(line.slice(0, line.indexOf('\t')))) };
}

export function cityAt({ lines }: CityIndex, position: number): City | null {
  const [name, country, region] = lines[position]?.split('\t') ?? [];
  return name && country && region ? { name, country, region } : null;
}

/** Position of the first key that is not less than `prefix`. */
function lowerBound(keys: readonly string[], prefix: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}

const majorMark = '\tmajor';
/** Cities examined per query: two letters match at most about 1,500. */
const longestScan = 3000;

/** Lower ranks come first: large cities, then exact names, then longer ones. */
function rankOf(line: string, isExact: boolean): 0 | 1 | 2 {
  if (line.endsWith(majorMark)) return 0;
  return isExact ? 1 : 2;
}

/**
 * Positions of cities whose name begins with the text: large ones, then exact names, then the others, each by name;
 * within `country` if given.
 */
export function findCities({
  index: { keys, lines },
  prefix,
  country,
  limit,
}: {
  index: CityIndex;
  prefix: string;
  country: string | null;
  limit: number;
}): number[] {
  const foldedPrefix = foldText(prefix);
  if (foldedPrefix === '') return [];
  const ranks: [number[], number[], number[]] = [[], [], []];
  const start = lowerBound(keys, foldedPrefix);
  const end = Math.min(start + longestScan, keys.length);
  for (let at = start; at < end; at += 1) {
    const key = keys[at] ?? '';
    if (!key.startsWith(foldedPrefix)) break;
    const line = lines[at] ?? '';
    if (country === null || line.includes(`\t${country}\t`)) ranks[rankOf(line, key === foldedPrefix)].push(at);
  }
  return ranks.flat().slice(0, limit);
}
