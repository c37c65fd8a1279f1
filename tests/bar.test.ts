import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

/**
 * The faults, attacks, bills and hardships that the application must stand: each is proven by a test that says so in
 * its title.
 */
const bar: Record<string, number[]> = {
  PAY: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  REL: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  BIL: [1, 2, 3, 4, 5, 6, 7, 9, 11],
  SEC: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  UX: [1, 2, 3, 4, 5, 6],
};
const cases = Object.entries(bar).flatMap(([area, numbers]) => numbers.map((number) => `${area}${number}`));

const root = path.resolve(import.meta.dirname, '..');
const testFiles = globSync('{contract,server,web,sandbox,scripts,tests}/**/*.test.{ts,tsx}', { cwd: root });

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** `test`, `test.each(…)`, `it.for(…)`, `describe.each(…)`: the name it starts with, unless it is not run at all. */
function runnerOf(callee: unknown): string | null {
  if (!isNode(callee)) return null;
  if (callee.type === 'Identifier') return String(callee['value']);
  if (callee.type === 'CallExpression') return runnerOf(callee['callee']);
  if (callee.type !== 'MemberExpression') return null;
  const { value } = callee['property'] as { value?: string };
  return /^(skip|todo|fixme|fails|fail)$/.test(value ?? '') ? null : runnerOf(callee['object']);
}

function textOf(expression: unknown): string | null {
  if (!isNode(expression)) return null;
  if (expression.type === 'StringLiteral') return String(expression['value']);
  if (expression.type !== 'TemplateLiteral') return null;
  return (expression['quasis'] as { raw: string }[]).map(({ raw }) => raw).join('…');
}

/** Every title of a test or a group of tests, as the source has it. */
function titlesIn(tree: unknown, found: string[] = []): string[] {
  if (Array.isArray(tree)) for (const each of tree) titlesIn(each, found);
  else if (isNode(tree)) {
    if (tree.type === 'CallExpression' && /^(test|it|describe)$/.test(runnerOf(tree['callee']) ?? '')) {
      const [first] = tree['arguments'] as { expression: unknown }[];
      const title = textOf(first?.expression);
      if (title !== null) found.push(title);
    }
    for (const value of Object.values(tree)) titlesIn(value, found);
  }
  return found;
}

function titlesOf(file: string): string[] {
  return titlesIn(
    parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') }).body,
  );
}

const isIn = (id: string) => (title: string) => new RegExp(`\\b${id}\\b`).test(title);

test('every case of the bar is in the title of a test', () => {
  const titles = testFiles.flatMap(titlesOf);
  expect(titles.length).toBeGreaterThan(800);
  expect(cases.filter((id) => !titles.some(isIn(id)))).toEqual([]);
});

test('a title only mentioned, or of a skipped test, does not count', () => {
  const source = `test('A1: runs', () => {}); test.each([1])('A2: %s', () => {}); test.skip('A3', () => {}); const words = 'A4'; log('A5'); it(\`A6 \${x}\`, f)`;
  expect(titlesIn(parseSync(source, { syntax: 'typescript' }).body)).toEqual(['A1: runs', 'A2: %s', 'A6 …']);
});

test('a case that no test names is found', () => {
  expect(['PAY1: once', 'PAY10 and REL2'].some(isIn('PAY2'))).toBe(false);
});
