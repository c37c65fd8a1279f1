import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '\tx', '\rx'])('SEC8: a cell %j is text, not a formula', (value) => {
  const [row = ''] = csvOf([[value]]).split('\r\n');
  expect(row.replace(/^"/, '').startsWith("'")).toBe(true);
});

it('quotes commas, quotes and line breaks', () => {
  expect(csvOf([['a,b', 'say "hi"', 'two\nlines', 'plain']])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n');
});
