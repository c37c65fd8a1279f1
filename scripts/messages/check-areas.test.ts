import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findMessageProblems } from './check-areas.ts';
import { readAreas } from './read-areas.ts';

const locales = ['en', 'es'];

/** Problems of message files with these contents, by path below `messages/`. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-messages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const locale of locales) mkdirSync(path.join(root, 'messages', locale), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, 'messages', file), text);
  return findMessageProblems({ files: readAreas({ root, locales }), locales });
}

test('the same keys in both languages pass', () => {
  expect(
    problemsOf({ 'en/pay.json': '{"pay_now":"Pay {amount}"}', 'es/pay.json': '{"pay_now":"Pagar {amount}"}' }),
  ).toEqual([]);
});

test('a key that one language lacks is reported with the file it is missing from', () => {
  const problems = problemsOf({
    'en/pay.json': '{"pay_now":"Pay","pay_later":"Later"}',
    'es/pay.json': '{"pay_now":"Pagar"}',
  });
  expect(problems).toEqual(['messages/es/pay.json lacks "pay_later"']);
});

test('an area that one language lacks is one problem, not one per key', () => {
  expect(problemsOf({ 'es/pay.json': '{"pay_now":"Pagar","pay_later":"Luego"}' })).toEqual([
    'messages/en/pay.json does not exist, but the area has texts in another language',
  ]);
});

test('a duplicate key in one file is reported, although a parser keeps only the last', () => {
  const problems = problemsOf({
    'en/pay.json': '{"pay_now":"Pay","pay_now":"Pay now"}',
    'es/pay.json': '{"pay_now":"Pagar"}',
  });
  expect(problems).toEqual(['Duplicate key "pay_now": in messages/en/pay.json and messages/en/pay.json']);
});

test('a key in two areas is reported, because the later would silently win', () => {
  const both = { 'en/pay.json': '{"pay_now":"Pay"}', 'es/pay.json': '{"pay_now":"Pagar"}' };
  expect(
    problemsOf({ ...both, 'en/shop.json': '{"pay_now":"Buy"}', 'es/shop.json': '{"pay_now":"Comprar"}' }),
  ).toHaveLength(2);
});

test('a placeholder that a translation dropped or renamed is reported', () => {
  const problems = problemsOf({
    'en/pay.json': '{"pay_now":"Pay {amount}"}',
    'es/pay.json': '{"pay_now":"Pagar {monto}"}',
  });
  expect(problems).toEqual(['"pay_now" has the placeholders [amount] in en and [monto] in es']);
});

test('a file that is not JSON is reported', () => {
  expect(() => problemsOf({ 'en/pay.json': '{"pay_now"', 'es/pay.json': '{}' })).toThrow('pay.json is not JSON');
});
