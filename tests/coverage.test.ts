import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }));

type Row = { file: string; section: string; rule: string; proof: string };

/** Rows of `| § | rule | test |` tables. The test is named by its title as it stands in the source. */
function rowsOf({ file, text }: { file: string; text: string }): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*(§|-)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
    .map(([, section = '', rule = '', proof = '']) => ({ file, section, rule, proof }));
}

const plain = (text: string) => text.replaceAll(/[’']/g, "'").replaceAll("\\'", "'").replaceAll('`', '');

/** A title of two words, or of a placeholder and one, is found in any file: it proves nothing. */
function isSentence(proof: string): boolean {
  const words = proof.replaceAll(/\$\{[^}]*\}|\$[\w.]+|%[a-z]/g, ' ').match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3;
}

test('every rule in docs/coverage names a test that exists, by a title that is a sentence', () => {
  const sources = plain(
    read('{contract,server,web,sandbox,scripts,tests}/**/*.{test,spec}.{ts,tsx}')
      .map(({ text }) => text)
      .join('\n'),
  );
  const rows = read('docs/coverage/*.md').flatMap(rowsOf);
  expect(rows.length).toBeGreaterThan(30);
  const unproven = rows.filter(({ proof }) => !isSentence(proof) || !sources.includes(plain(proof)));
  expect(unproven.map(({ file, section, proof }) => `${file} § ${section}: ${proof || '(no test)'}`)).toEqual([]);
});
