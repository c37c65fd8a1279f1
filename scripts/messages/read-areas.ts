import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaFile } from './check-areas.ts';

/**
 * Reads `messages/<locale>/*.json`. Keys come from the text, not from the parsed object: a parser keeps only the last
 * of two equal keys. Throws when a file is not JSON or a value is neither a text nor the plugin's variant list.
 */
export function readAreas({ root, locales }: { root: string; locales: string[] }): AreaFile[] {
  return locales.flatMap((locale) => {
    const folder = path.join(root, 'messages', locale);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => readArea({ file: path.join(folder, name), locale, area: name.slice(0, -'.json'.length) }));
  });
}

function readArea({ file, locale, area }: { file: string; locale: string; area: string }): AreaFile {
  const text = readFileSync(file, 'utf8');
  const values: unknown = parse(text, file);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error(`${file} is not a JSON object`);
  const placeholders: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (key !== '$schema') placeholders[key] = placeholderNames(value, `${file}: "${key}"`);
  }
  return { locale, area, keys: topLevelKeys(text).filter((key) => key !== '$schema'), placeholders };
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Variants (plurals) may leave a placeholder out of some texts, so only what the message declares or uses anywhere counts. */
function placeholderNames(value: unknown, where: string): string {
  if (typeof value !== 'string' && !Array.isArray(value)) throw new Error(`${where} is neither a text nor a list of variants`);
  const texts = typeof value === 'string' ? [value] : variantTexts(value);
  const names = texts.flatMap((text) => [...text.matchAll(/(?<!\\)\{\s*(\w+)\s*\}/g)].map((match) => match[1] ?? ''));
  return [...new Set(names)].sort().join(', ');
}

function variantTexts(variants: unknown[]): string[] {
  return variants.flatMap((variant) => {
    const match = typeof variant === 'object' && variant !== null && 'match' in variant ? variant.match : {};
    return typeof match === 'object' && match !== null ? Object.values(match).map(String) : [];
  });
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
