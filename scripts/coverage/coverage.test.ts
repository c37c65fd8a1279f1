import { expect, test } from 'vitest';
import { parse, readRules, rulesIn, testsByRule, titlesIn } from './rules-and-tests.ts';

const tests = testsByRule();

test('every rule has a test whose title names it', () => {
  expect(Object.keys(readRules()).filter((id) => !tests.has(id))).toEqual([]);
});

test('every rule that a title names exists', () => {
  const rules = readRules();
  const unknown = [...tests].filter(([id]) => !(id in rules));
  expect(unknown.map(([id, [first]]) => `${id}: ${first?.file}`)).toEqual([]);
});

test('titles of tests, groups and rows of a table count; skipped ones do not', () => {
  const source = `describe('T1: runs', () => { test.each([['T2, 2.4-3: row']])('%s', f); });
    test.skip('T3: not', () => {}); describe.skip('all', () => { test('T4: not', f); }); it(\`T6: \${x}\`, f)`;
  const titles = titlesIn(parse(source));
  expect(titles).toEqual(['T1: runs', 'T2, 2.4-3: row', 'T6: …']);
  expect(titles.flatMap(rulesIn)).toEqual(['T1', 'T2', '2.4-3', 'T6']);
});
