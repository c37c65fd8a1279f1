import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variableNames } from '#server/config.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

const [, serverPart = '', sandboxPart = ''] = read('docs/operations.md').split(/^## Variables of the .*$/m);
const rows = (text: string) =>
  text
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `')) ?? [];
const documented = (text: string) => rows(text).flatMap((row) => found(row.split('|')[1] ?? '', /`([A-Z_]+)`/g));

describe('variables of the environment', () => {
  it('are all explained in docs/operations.md, and none that the server does not know', () => {
    expect(documented(serverPart).sort()).toEqual([...variableNames].sort());
  });

  it('of the sandbox are all explained too', () => {
    const source = read('sandbox/main.ts');
    const used = [...found(source, /env\['([A-Z_]+)'\]/g), ...found(source, /numberFrom\('([A-Z_]+)'/g)];
    expect(documented(sandboxPart).sort()).toEqual(
      [...new Set(used)].filter((name) => !variableNames.includes(name)).sort(),
    );
  });
});
