import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { neededItems, optionalItems } from './stored-items.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const noticed = new Set([...neededItems, ...optionalItems].flatMap(({ name }) => name.split(', ')));

/** The console has its own host and users. The last one is set only where no real money is taken. */
const elsewhere = new Set(['staff', 'experiment']);

const sources = globSync(['web/**/*.{ts,tsx}', 'server/{http,oidc}/**/*.ts', 'contract/**/*.ts'], { cwd: root })
  .filter((file) => !/\.test\.|^web\/(mock|site\/tab-storage)/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const found = (text: string, ...patterns: RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []));

test('3.9-1: the notice names every cookie', () => {
  const names = sources.flatMap(({ text }) => found(text, /\w+Cookie = '([\w-]+)'/g, /'__(?:Host|Secure)-([\w-]+)'/g));
  expect(names).toContain('app-login');
  expect(names.filter((name) => !noticed.has(name) && !elsewhere.has(name))).toEqual([]);
});

/** Names that two files share, by their constants. */
const shared = [
  ...readFileSync(path.join(root, 'web/site/tab-storage.ts'), 'utf8').matchAll(/export const (\w+Key) = '([\w-]+)'/g),
].map(([, constant = '', name = '']) => ({ constant, name }));

test('3.9-2: the notice names whatever is stored in a tab', () => {
  const storing = sources.filter(({ text }) => /\.setItem\(|createJSONStorage\(/.test(text));
  for (const { file, text } of storing) {
    const names = [
      ...found(text, /(?:const (?:key|name|\w+Key) = |\bname: )'([\w-]+)'/g, /`([\w-]+):\$\{subjectId\}`/g),
      ...shared.filter(({ constant }) => text.includes(constant)).map(({ name }) => name),
    ];
    expect(names, file).not.toEqual([]);
    for (const name of names) expect(noticed, file).toContain(name);
  }
});
