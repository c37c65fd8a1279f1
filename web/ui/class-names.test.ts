import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '..');
const imported = /import (\w+) from '([^']+\.module\.css)'/g;

/** Class names that a component uses although its style sheet has no rule for them. */
function missingIn(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(imported)].flatMap(([, name = '', from = '']) => {
    const sheet = from.startsWith('#web/') ? path.join(web, from.slice(5)) : path.resolve(path.dirname(file), from);
    const rules = new Set([...readFileSync(sheet, 'utf8').matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, rule]) => rule));
    const used = [...code.matchAll(new RegExp(`\\b${name}\\.(?!module\\b)(\\w+)`, 'g'))].map(([, rule = '']) => rule);
    const shown = code.includes(`${name}.`) ? used.filter((rule) => !rules.has(rule) && rule !== 'ts') : [];
    return shown.map((rule) => `${path.relative(web, file)}: ${name}.${rule}`);
  });
}

test('every class that a component takes from a style sheet has a rule there', () => {
  expect(globSync('**/*.tsx', { cwd: web }).flatMap((file) => missingIn(path.join(web, file)))).toEqual([]);
});
