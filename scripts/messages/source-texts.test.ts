import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { findWordings } from './check-wording.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Pages in English only, whose texts are in the code: the staff console and the sandbox. */
const sources = globSync(
  [
    '{web/features/staff,server/staff,contract/staff}/**/*.{ts,tsx}',
    'contract/account/account-merges.ts',
    'sandbox/{home,harbor}/*.ts',
    'sandbox/gateway/control-page/*.ts',
    'sandbox/{mail,sms,identity}/*page*.ts',
    'sandbox/gateway/{wallets,three-d-secure}/*texts.ts',
  ],
  { cwd: root },
).filter((file) => !file.includes('.test.'));

type Node = { type: string; value?: unknown };

/** Sentences, labels and titles in a file; not keys, imports or SQL. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as Node;
    if (type === 'ImportDeclaration' || type === 'TSLiteralType') return;
    if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { cooked: string | null }).cooked ?? '');
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(path.join(root, file), 'utf8')).program);
  return texts.map((text) => text.replaceAll(/\s+/g, ' ')).filter((text) => isShown.test(text) && !isSql.test(text));
}

const isShown = /[a-z,] [a-z]|^ ?[A-Z][a-z-]+/;
const isSql = /\b(select|where|coalesce|from \w+ (join|left|where))\b|::/;

test('VOI1: texts in the code of the staff console and the sandbox follow the same wording rules', () => {
  const found = sources.map((file) => ({ file, texts: textsIn(file) }));
  expect(found.flatMap(({ texts }) => texts).length).toBeGreaterThan(700);
  const problems = found.flatMap(({ file, texts }) =>
    texts.flatMap((text) => findWordings({ locale: 'en', text }).map((problem) => `${file}: ${problem} in “${text}”`)),
  );
  expect(problems).toEqual([]);
});
