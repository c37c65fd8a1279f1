import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textLists } from '#server/lookups/message-texts.ts';
import { readAreas } from './read-areas.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('every text is used somewhere: an unused one would be translated and maintained for nobody', () => {
  const sources = globSync('{contract,server,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (file) => file.includes('.test.'),
  });
  const named = new Set(sources.flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/\w+/g) ?? []));
  for (const [list, codes] of Object.entries(textLists))
    for (const code of codes) named.add(`${list}_${code.toLowerCase()}`);
  const unused = readAreas({ root, locales: ['en'] }).flatMap(({ area, keys }) =>
    keys.filter((key) => !named.has(key)).map((key) => `${area}: ${key}`),
  );
  expect(named.size).toBeGreaterThan(1_000);
  expect(unused).toEqual([]);
});
