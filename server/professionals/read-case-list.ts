import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type * as z from 'zod/mini';
import { type FieldErrorCode, isFieldErrorCode } from '#contract/fields/field-errors.ts';
import { withoutAccents } from '#contract/fields/typed-text.ts';
import { type CaseColumn, caseColumnNames, caseColumns, maxCases } from '#contract/professionals/case-list.ts';
import { newCase } from '#contract/professionals/new-case.ts';

export type NewCase = z.output<typeof newCase>;
type Cells = Record<CaseColumn, string>;
/** `doubtful`: cells whose letters may be misread. */
export type CaseLine = { line: number; cells: Cells; doubtful: string[] } & (
  | { family: NewCase; errors: [] }
  | { family: null; errors: { column: CaseColumn; code: FieldErrorCode | 'list_row_long' }[] }
);
/** Why a file cannot be parsed at all. */
export type CaseListProblem = 'list_unreadable' | 'list_header' | 'list_empty' | 'list_too_long';

type Decoded = { text: string; isGuess: boolean };

/** Decodes bytes: UTF-16 by its mark, valid UTF-8, else a guess: what Excel writes in the West. */
function decodeList(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), isGuess: false };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), isGuess: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuess: true };
  }
}

/** UTF-8 that an earlier program has misread, or lost: `JosÃ©`. */
const misread = /[\u00c2\u00c3][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]|\ufffd/;

const folded = (text: string) => withoutAccents(text).replaceAll(/[^\p{L}]/gu, '');
const columnOf = new Map(
  Object.values(caseColumnNames).flatMap((names) =>
    caseColumns.map((column) => [folded(names[column]), column] as const),
  ),
);
const required = caseColumns.filter(
  (column) => column !== 'children' && column !== 'language' && column !== 'parentB.email',
);

/**
 * The column separator: the most frequent candidate in the first line. Excel writes `;` where `,` is the decimal point.
 */
function delimiterOf(text: string): string {
  const [first = ''] = /[^\r\n]+/.exec(text) ?? [];
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

type Parsed = { info: { lines: number }; record: string[] };

/**
 * The families of a list, line by line, each valid or with its errors. Cells are text and stay text: no formula is
 * executed or stripped here, and exported tables are escaped (`contract/fields/csv.ts`).
 */
export function readCaseList(bytes: Uint8Array): CaseLine[] | CaseListProblem {
  // Excel's own hint about the separator is no row.
  const decoded = decodeList(bytes);
  const text = decoded.text.replace(/^\uFEFF?(?:sep=.(?:\r\n?|\n))?/i, '');
  const parsed = parseLines(text);
  if (parsed === null) return 'list_unreadable';
  const [header, ...lines] = parsed;
  const columns = (header?.record ?? []).map((name) => columnOf.get(folded(name)) ?? null);
  if (required.some((column) => !columns.includes(column))) return 'list_header';
  const filled = lines.filter(({ record }) => record.some((cell) => cell !== ''));
  if (filled.length === 0) return 'list_empty';
  if (filled.length > maxCases) return 'list_too_long';
  const isDoubtful = (cell: string) => misread.test(cell) || (decoded.isGuess && /[^\0-\x7f]/.test(cell));
  return filled.map(({ info, record }) => {
    const cells = cellsOf({ columns, record });
    const doubtful = Object.values(cells).filter(isDoubtful);
    const further = record.slice(columns.length).some((cell) => cell !== '');
    return { line: info.lines, cells, doubtful, ...(further ? longRow : readCells(cells)) };
  });
}

/** An unquoted comma shifts all following cells: nothing on the line is certain. */
const longRow: Read = { family: null, errors: [{ column: 'children', code: 'list_row_long' }] };

function parseLines(text: string): Parsed[] | null {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      // All of them, because a file may mix them: by default only that of the first line would be recognised.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: maxCases + 2,
      trim: true,
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function cellsOf({ columns, record }: { columns: readonly (CaseColumn | null)[]; record: readonly string[] }): Cells {
  const cells = Object.fromEntries(caseColumns.map((column) => [column, ''])) as Cells;
  for (const [index, column] of columns.entries()) if (column) cells[column] = record[index] ?? '';
  return cells;
}

const spanish = new Set(['es', 'espanol', 'spanish']);

type Read = Pick<Extract<CaseLine, { family: null }>, 'family' | 'errors'> | { family: NewCase; errors: [] };

function readCells(cells: Cells): Read {
  const personOf = (which: 'parentA' | 'parentB') => ({
    firstName: cells[`${which}.firstName`],
    lastName: cells[`${which}.lastName`],
    email: cells[`${which}.email`],
  });
  const read = newCase.safeParse({
    parentA: personOf('parentA'),
    parentB: personOf('parentB'),
    children: cells.children
      .split(/[,;/\n]/u)
      .map((firstName) => ({ firstName: firstName.trim() }))
      .filter(({ firstName }) => firstName !== ''),
    language: spanish.has(folded(cells.language)) ? 'es' : 'en',
  });
  if (read.success) return { family: read.data, errors: [] };
  const first = new Map<CaseColumn, FieldErrorCode>();
  for (const { path, message } of read.error.issues) {
    const column = caseColumns.find((one) => one === path.slice(0, 2).join('.')) ?? 'children';
    if (!first.has(column)) first.set(column, isFieldErrorCode(message) ? message : 'not_understood');
  }
  return { family: null, errors: [...first].map(([column, code]) => ({ column, code })) };
}
