import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('a migration carries its own copy of the rules that it needs, which change after it', () => {
  const files = globSync(path.join(import.meta.dirname, 'migrations/*.ts'));
  expect(files.length).toBeGreaterThan(9);
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import .* from '([^']+)';$/gm)].map(([, from = '']) => from),
  );
  expect(imported.filter((from) => from !== 'kysely')).toEqual([]);
});
