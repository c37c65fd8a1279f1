import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cruise } from './cruise.ts';

function treeWith(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

test('a breach that only imports a type counts', () => {
  const root = treeWith({
    'server/catalog/package.ts': 'export type Package = { id: number };',
    'server/pricing/price.ts':
      "import type { Package } from '../catalog/package.ts';\nexport const idOf = (one: Package) => one.id;",
  });
  expect(cruise({ root }).breaches).toEqual([
    { rule: 'domains-do-not-know-each-other', from: 'server/pricing/price.ts', to: 'server/catalog/package.ts' },
  ]);
});

test('a screen may import the type of a route', () => {
  const root = treeWith({
    'contract/api/account.ts': 'export const readAccount = { tag: "Account" };',
    'web/ui/light.ts':
      "import type { readAccount } from '../../contract/api/account.ts';\nexport type Account = typeof readAccount;",
  });
  expect(cruise({ root }).breaches).toEqual([]);
});

test('a flow that composes two domains, and a test that imports anything, are allowed', () => {
  const root = treeWith({
    'server/catalog/package.ts': 'export const one = 1;',
    'server/pricing/price.ts': 'export const two = 2;',
    'server/pricing/price.test.ts': "import '../catalog/package.ts';",
    'server/checkout/pay.ts': "import '../catalog/package.ts';\nimport '../pricing/price.ts';",
  });
  const { breaches, modules } = cruise({ root });
  expect(breaches).toEqual([]);
  expect(modules).toBe(4);
});

test('every rule suggests an alternative', () => {
  const { instead } = cruise({ root: treeWith({ 'contract/fields/money.ts': 'export const cents = 1;' }) });
  const short = Object.entries(instead).filter(([, comment]) => comment.length < 40);
  expect(short).toEqual([]);
});
