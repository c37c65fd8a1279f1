import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { type CaseColumn, caseColumnNames, caseColumns, maxCases } from '#contract/case-list.ts';
import { newCase } from '#contract/new-case.ts';
import { type FieldErrorCode, isFieldErrorCode } from '#contract/field-errors.ts';
import type * as z from 'zod/mini';

export type NewCase = z.output<typeof newCase>;
type Cells = Record<CaseColumn, string>;
export type CaseLine = { line: number; cells: Cells } & (
  | { family: NewCase; errors: [] }
  | { family: null; errors: { column: CaseColumn; code: FieldErrorCode }[] }
);
/** Why a file cannot be read at all. */
export type CaseListProblem = 'list_unreadable' | 'list_header' | 'list_empty' | 'list_too_long';

/** A spreadsheet's bytes as text: UTF-16 by its mark, UTF-8 where it is, else what Excel writes in the West. */
export function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
const columnOf = new Map(
  Object.values(caseColumnNames).flatMap((names) =>
    caseColumns.map((column) => [folded(names[column]), column] as const),
  ),
);
const required = caseColumns.filter(
  (column) => column !== 'children' && column !== 'language' && column !== 'parentB.email',
);

/** What separates the columns: what the first line has most of. Excel writes `;` where `,` is decimal. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r\n|\r|\n/, 1);
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

type Parsed = { info: { lines: number }; record: string[] };

/**
 * The families of a list, line by line, each right or with what is wrong in it. Cells are text and stay text: nothing
 * of a formula is run or stripped here, and tables that leave this product are escaped (`contract/csv.ts`).
 */
export function readCaseList(bytes: Uint8Array): CaseLine[] | CaseListProblem {
  // Excel's own hint about the separator is no row.
  const text = decodeList(bytes).replace(/^\uFEFF?(?:sep=.\r?\n)?/i, '');
  const parsed = parseLines(text);
  if (parsed === null) return 'list_unreadable';
  const [header, ...lines] = parsed;
  const columns = (header?.record ?? []).map((name) => columnOf.get(folded(name)) ?? null);
  if (required.some((column) => !columns.includes(column))) return 'list_header';
  const filled = lines.filter(({ record }) => record.some((cell) => cell !== ''));
  if (filled.length === 0) return 'list_empty';
  if (filled.length > maxCases) return 'list_too_long';
  return filled.map(({ info, record }) => readLine(info.lines, cellsOf({ columns, record })));
}

function parseLines(text: string): Parsed[] | null {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      info: true,
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

function readLine(line: number, cells: Cells): CaseLine {
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
  if (read.success) return { line, cells, family: read.data, errors: [] };
  const first = new Map<CaseColumn, FieldErrorCode>();
  for (const { path, message } of read.error.issues) {
    const column = caseColumns.find((one) => one === path.slice(0, 2).join('.')) ?? 'children';
    if (!first.has(column)) first.set(column, isFieldErrorCode(message) ? message : 'not_understood');
  }
  return { line, cells, family: null, errors: [...first].map(([column, code]) => ({ column, code })) };
}
