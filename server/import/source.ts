import type { Catalog } from '../catalog/package-repository.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';

/** What stands in a cell is wrong, or does not fit what is here: `column` of the file, `code` for whoever mends it. */
export type RowProblem = { line: number; column: string; code: string };

/** A row that is as it should be. `id`: what it is to be here. */
export type NewRow<Row> = { line: number; sourceId: string; id: string; row: Row };

export type ImportContext = {
  catalog: Catalog;
  /** Until the day before, `YYYY-MM-DD`, the other system renews. */
  renewsFrom: string;
  at: Date;
};

/** One file: how its rows are read, what each must not share with another, and how they are written. */
export type Source<Row> = {
  kind: string;
  columns: readonly string[];
  /** The row, or the columns that are wrong. */
  read: (cells: Record<string, string>) => { row: Row } | { problems: { column: string; code: string }[] };
  sourceId: (row: Row) => string;
  /** What only one row of a file may have, with the column that says so. */
  unique: (row: Row) => { column: string; key: string }[];
  /** What has to be there before, by the other system's ids, with the column that names it. */
  references: (row: Row) => { column: string; kind: string; sourceId: string }[];
  /** What else comes with it, which later files may name. */
  adds?: (row: Row) => { kind: string; sourceId: string }[];
  /** What does not fit what is here already. */
  check: (db: DbOrTrx, rows: readonly NewRow<Row>[], context: ImportContext) => Promise<RowProblem[]>;
  write: (trx: Trx, rows: readonly NewRow<Row>[], context: ImportContext) => Promise<void>;
  /** What came before and has changed since; without it a changed row is a problem. */
  update?: (trx: Trx, rows: readonly NewRow<Row>[], context: ImportContext) => Promise<RowProblem[]>;
};
