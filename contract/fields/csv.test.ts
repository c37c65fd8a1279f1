import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '\tx', '\rx'])('SEC8: a cell %j is text, not a formula', (value) => {
  const [row = ''] = csvOf([[value]]).split('\r\n');
  expect(row.replace(/^"/, '').startsWith("'")).toBe(true);
});

it('a negative amount stays a number that can be summed', () => {
  expect(csvOf([['-9.00', '-9.00-1', '-9.00\n']])).toBe(`-9.00,'-9.00-1,"'-9.00\n"\r\n`);
});

it('quotes commas, quotes and line breaks', () => {
  expect(csvOf([['a,b', 'say "hi"', 'two\nlines', 'plain']])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n');
});
