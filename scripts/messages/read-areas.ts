import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaFile } from './area-file.ts';

/**
 * Reads `messages/<locale>/*.json`. Keys come from the file's text, not from the parsed object: a parser keeps only the
 * last of two equal keys. Throws when a file is not a JSON object of texts.
 */
export function readAreas({ root, locales }: { root: string; locales: readonly string[] }): AreaFile[] {
  return locales.flatMap((locale) => {
    const folder = path.join(root, 'messages', locale);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names
      .sort()
      .map((name) => readArea({ file: path.join(folder, name), locale, area: name.slice(0, -'.json'.length) }));
  });
}

function readArea({ file, locale, area }: { file: string; locale: string; area: string }): AreaFile {
  const content = readFileSync(file, 'utf8');
  const values = parse(content, file);
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new Error(`${file} is not a JSON object`);
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (key === '$schema') continue;
    if (typeof value !== 'string') throw new Error(`${file}: "${key}" is not a string`);
    if (!/^[a-z]\w*$/.test(key)) throw new Error(`${file}: "${key}" is not a valid function name`);
    texts[key] = value;
  }
  return { locale, area, keys: topLevelKeys(content).filter((key) => key !== '$schema'), texts };
}

function parse(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function topLevelKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (const match of text.matchAll(token)) {
    const [found, colon] = match;
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    else if (colon && depth === 1) keys.push(String(JSON.parse(found.slice(0, -colon.length))));
  }
  return keys;
}
