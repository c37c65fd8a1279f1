import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { Line } from './import-file.ts';

/**
 * Lines of a CSV file, by the column names in its first line. Throws if it is not CSV, or lacks or repeats a column.
 */
export async function* readLines(file: string, columns: readonly string[]): AsyncGenerator<Line> {
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      columns: (names: string[]) => checked(file, names, columns),
      info: true,
      // A file may mix them: by default only that of the first line would be recognised.
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
    }),
  );
  for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: Line['cells'] }>)
    yield { line: info.lines, cells: record };
}

function checked(file: string, names: string[], columns: readonly string[]): string[] {
  const absent = columns.filter((column) => !names.includes(column));
  if (absent.length > 0) throw new Error(`${file}: missing column ${absent.join(', ')}`);
  const twice = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (twice !== undefined) throw new Error(`${file}: duplicate column ${twice}`);
  return names;
}
