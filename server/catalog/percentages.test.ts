import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('T14: a percentage is written in one form, without a space, in both languages', () => {
  const texts = ['messages/*/*.json', 'server/catalog/catalogue.json'].flatMap((pattern) =>
    globSync(pattern, { cwd: root }),
  );
  expect(texts.length).toBeGreaterThan(60);
  for (const file of texts)
    expect(readFileSync(join(root, file), 'utf8').match(/.{0,20}[\d}][ \u00a0\u202f]%/g), file).toBeNull();
});
