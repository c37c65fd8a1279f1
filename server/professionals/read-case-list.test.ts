import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseColumnNames } from '#contract/professionals/case-list.ts';
import { type CaseLine, readCaseList } from './read-case-list.ts';

const header = Object.values(caseColumnNames.en).join(',');
const rows = ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve'].map((name) => `${name},Ruiz,${name}@one.example,Joe,Ramos,,Ana,es`);
const linesOf = (file: Uint8Array): CaseLine[] => {
  const read = readCaseList(file);
  return typeof read === 'string' ? [] : read;
};

test('S7: every line of a list is read, whatever the line endings, even mixed ones', () => {
  const ends = fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(ends, (marks) => {
      const text = [header, ...rows].map((line, index) => line + (marks[index] ?? '')).join('');
      const names = linesOf(Buffer.from(text)).map(({ family }) => family?.parentA.firstName);
      expect(names).toEqual(['Ann', 'Bea', 'Cleo', 'Dora', 'Eve']);
    }),
  );
});

test('S7: a line with more cells than the first row is reported, not read as something else', () => {
  const [line] = linesOf(Buffer.from(`${header}\nAnn,Ruiz,ann@one.example,Joe,Ramos,,Ana,Leo,es`));
  expect(line).toMatchObject({ family: null, errors: [{ column: 'children', code: 'list_row_long' }] });
});

test.each([
  [
    'a file without a stated encoding',
    Buffer.from('Jos\u00e9,N\u00fa\u00f1ez', 'latin1'),
    ['Jos\u00e9', 'N\u00fa\u00f1ez'],
  ],
  ['letters that an earlier program has misread', Buffer.from('Jos\u00c3\u00a9,Ruiz'), ['Jos\u00c3\u00a9']],
  ['letters that an earlier program has lost', Buffer.from('Jos\ufffd,Ruiz'), ['Jos\ufffd']],
  ['UTF-8', Buffer.from('Jos\u00e9,N\u00fa\u00f1ez'), []],
])('S7: doubtful letters are reported: %s', (_, names, doubtful) => {
  const file = Buffer.concat([Buffer.from(`${header}\n`), names, Buffer.from(',a@one.example,Joe,Ramos,,,')]);
  expect(linesOf(file)).toMatchObject([{ doubtful }]);
});
