import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Files whose dates belong to nobody's time zone. */
const without: Record<string, string> = {
  'contract/fields/day.ts': 'turns instants into days, in a zone',
};

/** The text after an opening bracket, up to the matching one. */
function inBrackets(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
  }
  return text.slice(start, end - 1);
}

const calls = (text: string, name: RegExp) =>
  [...text.matchAll(name)].map((found) => ({
    found: found[0],
    inside: inBrackets(text, found.index + found[0].length),
  }));

/** A column or parameter that is an instant, cast to a day without a time zone. */
const castInstant = /(?:\b\w*_at|\bat|\bnow\(\)|\$\{(?:\w*[aA]t|now|clock\.now\(\))\}(?:::timestamptz)?)::date\b/g;

/** Each way in which an instant becomes a day without a stated time zone. */
const ways: Record<string, (text: string) => string[]> = {
  'cuts off the time of an ISO instant': (text) =>
    [...text.matchAll(/\.(?:slice|substring)\(0, (?:10|16)\)|\.split\('T'/g)].map(([found]) => found),
  'formats in the time zone of the machine': (text) =>
    calls(text, /\bIntl\.DateTimeFormat\(|\.toLocale(?:Date|Time)?String\(/g)
      .filter(({ found, inside }) => !/\btimeZone\b/.test(inside) && !(found.startsWith('Intl') && inside === ''))
      .map(({ found, inside }) => `${found}${inside})`),
  'asks for the zone of the machine more than once': (text) =>
    [...text.matchAll(/resolvedOptions\(\)\.timeZone/g)].slice(1).map(([found]) => found),
  'counts in the time zone of the machine': (text) =>
    [
      ...text.matchAll(
        /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours)\(|\.to(?:Date|Time)String\(|\.getTimezoneOffset\(/g,
      ),
      ...text.matchAll(/new Date\([^()'`,]+,[^()]+\)/g),
    ].map(([found]) => found),
  'casts to a date in the time zone of the database': (text) => [...text.matchAll(castInstant)].map(([found]) => found),
  'counts days in the time zone of the database': (text) =>
    [
      ...calls(text, /\bto_char\(/g).filter(
        ({ inside }) => /\w+_at\b/.test(inside) && !inside.includes('at time zone'),
      ),
      ...calls(text, /\bdate_trunc\(/g).filter(
        ({ inside }) => /'(?:day|week|month|year)'/.test(inside) && !inside.includes('at time zone'),
      ),
      ...calls(text, /\bextract\(/g).filter(({ inside }) => / from \w+_at$/.test(inside)),
      ...[...text.matchAll(/\bcurrent_date\b/g)].map(([found]) => ({ found, inside: '' })),
    ].map(({ found, inside }) => `${found}${inside}`),
};

const sources = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|server\/db\/migrations\/|web\/mock\//.test(file) && without[file] === undefined,
);

describe('an instant becomes a day only in a stated time zone', () => {
  test.each(Object.entries(ways))('B7: no source of server, contract or web %s', (_, find) => {
    const found = sources.flatMap((file) =>
      find(readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    'at.toISOString().slice(0, 10)',
    "instant.split('T')[0]",
    "new Intl.DateTimeFormat('en', { dateStyle: 'long' })",
    "at.toLocaleDateString('sv')",
    'new Date(year, month, 1)',
    'at.getDate()',
    'select state_at::date + 30',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source text
    'where day < ${at}::date',
    "to_char(created_at, 'YYYY-MM-DD')",
    "date_trunc('day', created_at)",
  ])('B7: the check finds %s', (text) => {
    expect(Object.values(ways).flatMap((find) => find(text))).not.toEqual([]);
  });
});
