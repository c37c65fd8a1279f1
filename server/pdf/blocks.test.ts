import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { facts, table } from './blocks.ts';
import { taggedPdf } from './tagged-pdf.ts';

/** What a PDF shows on paper, whatever it gives to copy. */
function printedText(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs);
  return [...streams]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .flatMap((content) => [...content.matchAll(/<([0-9a-f]+)>/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');
}

test('SEC9: in a table a name in another script is left out, and nothing is printed wrong', async () => {
  const sheet = { title: 'Invoice', language: 'en', country: 'US', footer: [] } as const;
  const pdf = await taggedPdf(sheet, (page) => {
    table(page, [{ label: 'Essentials (李小龙), one year', amount: 'US$144.00' }]);
  });
  expect(printedText(pdf)).toContain('Essentials (\u0085), one yearUS$144.00');
});

test('facts continue on the next page, label and value together', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ label: `label ${at};`, value: `value ${at};` }));
  const pdf = await taggedPdf({ title: 'Evidence', language: 'en', country: 'US', footer: [] }, (page) => {
    facts(page, rows);
  });
  const printed = printedText(pdf).replace('1 / 2', '');
  expect(printed).toBe(`Evenkeel${rows.map(({ label, value }) => label + value).join('')}2 / 2`);
});
