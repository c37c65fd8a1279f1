import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

const root = path.resolve(import.meta.dirname, '../..');
const testFiles = '{contract,server,web,sandbox,scripts,tests}/**/*.{test,long-run}.{ts,tsx}';
/** Its titles are examples. */
const ownTest = 'scripts/coverage/coverage.test.ts';

export type NamedTest = { file: string; title: string };

/**
 * Rules by their ids: sentences of the specification by section and number (`2.4-3`), faults and attacks that the
 * product withstands (`PAY1`, `SEC2`), and what reviews found missing (`N3`).
 */
export function readRules(): Record<string, string> {
  return JSON.parse(readFileSync(path.join(root, 'docs/rules.json'), 'utf8')) as Record<string, string>;
}

const id = String.raw`(?:[A-Z]{1,3}\d{1,2}|\d{1,2}(?:\.\d{1,2})?-\d{1,2})`;
const ids = new RegExp(`^(${id}(?:, ${id})*): `);

/** The ids of the rules that a title begins with: "2.4-3, UX1: an empty form …". */
export const rulesIn = (title: string): string[] => ids.exec(title)?.[1]?.split(', ') ?? [];

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Whether a call declares a test that does not run, such as `test.skip(…)`. */
function isSkipped(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'CallExpression') return isSkipped(callee['callee']);
  if (callee.type !== 'MemberExpression') return false;
  const { value } = callee['property'] as { value?: string };
  return /^(skip|todo|fixme|fails|fail)$/.test(value ?? '') || isSkipped(callee['object']);
}

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as { raw: string }[]).map(({ raw }) => raw).join('…');
}

/** Titles that name rules, of tests, groups and rows of a table, except where they are skipped. */
export function titlesIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(titlesIn);
  if (!isNode(tree) || (tree.type === 'CallExpression' && isSkipped(tree['callee']))) return [];
  const text = textOf(tree);
  const own = text !== null && rulesIn(text).length > 0 ? [text] : [];
  return [...own, ...Object.values(tree).flatMap(titlesIn)];
}

export const parse = (source: string, { tsx = false } = {}): unknown =>
  parseSync(source, { syntax: 'typescript', tsx }).body;

/** The tests of each rule that any title names, whether the rule exists or not. */
export function testsByRule(): Map<string, NamedTest[]> {
  const tests = new Map<string, NamedTest[]>();
  for (const file of globSync(testFiles, { cwd: root }).filter((one) => one !== ownTest))
    for (const title of titlesIn(parse(readFileSync(path.join(root, file), 'utf8'), { tsx: file.endsWith('.tsx') })))
      for (const rule of rulesIn(title)) tests.set(rule, [...(tests.get(rule) ?? []), { file, title }]);
  return tests;
}
