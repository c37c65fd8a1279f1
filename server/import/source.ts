import type { Day } from '#contract/fields/day.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';

/** A cell is invalid, or conflicts with existing data: `column` of the file, `code` of the problem. */
export type RowProblem = { line: number; column: string; code: string };

/** A valid row. `id`: its new id here. */
export type NewRow<Row> = { line: number; sourceId: string; id: string; row: Row };

export type ImportContext = {
  catalog: Catalog;
  /** The other system renews until the day before, `YYYY-MM-DD`. */
  renewsFrom: Day;
  at: Date;
};

/** A file: how its rows are read, checked and written. */
export type Source<Row> = {
  kind: string;
  columns: readonly string[];
  /** Returns the row, or its invalid columns. */
  read: (cells: Record<string, string>) => { row: Row } | { problems: { column: string; code: string }[] };
  sourceId: (row: Row) => string;
  /** Values that only one row of a file may have, each with its column. */
  unique: (row: Row) => { column: string; key: string }[];
  /** Rows that must exist before, by the other system's ids, each with the column that refers to it. */
  references: (row: Row) => { column: string; kind: string; sourceId: string }[];
  /** Further ids that a row introduces, to which later files may refer. */
  adds?: (row: Row) => { kind: string; sourceId: string }[];
  /** Reports conflicts with existing data. */
  check: (db: DbOrTrx, rows: readonly NewRow<Row>[], context: ImportContext) => Promise<RowProblem[]>;
  write: (trx: Trx, rows: readonly NewRow<Row>[], context: ImportContext) => Promise<void>;
  /** Updates rows that have changed since their import; without it a changed row is a problem. */
  update?: (trx: Trx, rows: readonly NewRow<Row>[], context: ImportContext) => Promise<RowProblem[]>;
};
