import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret } from '../secret.ts';
import { idsOf, importedIds, recordImportedRows } from './imported-rows.ts';
import type { ImportContext, NewRow, RowProblem, Source } from './source.ts';

/** A line of a file, its cells by column name. */
export type Line = { line: number; cells: Record<string, string> };

export type ImportParams = {
  /** One connection: the keys seen in the files are in a temporary table of its session. */
  db: Kysely<Database>;
  context: ImportContext;
  /** Checks only; nothing is written. */
  isDryRun: boolean;
  onProblem: (problem: RowProblem) => void;
};

export type Counts = { rows: number; imported: number; updated: number; unchanged: number; problems: number };

type Entry<Row> = NewRow<Row> & { content: string };

const rowsAtOnce = 1_000;

/** Creates the table of keys seen, so that memory use does not grow with the files. */
export async function openSession(db: Db): Promise<void> {
  await sql`create temporary table if not exists imported_keys (key text primary key)`.execute(db);
  await sql`truncate imported_keys`.execute(db);
}

/**
 * Imports a file in transactions of a thousand rows; run again, it continues where it stopped. Rows with a problem are
 * skipped and reported.
 */
export async function importFile<Row>(
  importing: ImportParams,
  { source, lines }: { source: Source<Row>; lines: AsyncIterable<Line> },
): Promise<Counts> {
  const counts: Counts = { rows: 0, imported: 0, updated: 0, unchanged: 0, problems: 0 };
  const onProblem = (problem: RowProblem) => {
    counts.problems += 1;
    importing.onProblem(problem);
  };
  let batch: Line[] = [];
  const flush = async () => {
    const done = await importRows({ ...importing, onProblem }, { source, lines: batch });
    counts.rows += batch.length;
    counts.imported += done.imported;
    counts.updated += done.updated;
    counts.unchanged += done.unchanged;
    batch = [];
  };
  for await (const line of lines) {
    batch.push(line);
    if (batch.length === rowsAtOnce) await flush();
  }
  if (batch.length > 0) await flush();
  return counts;
}

type AppliedCounts = Pick<Counts, 'imported' | 'updated' | 'unchanged'>;

async function importRows<Row>(
  importing: ImportParams,
  { source, lines }: { source: Source<Row>; lines: readonly Line[] },
): Promise<AppliedCounts> {
  const { db, context, isDryRun } = importing;
  const report = problemReporter(importing);
  const read = readEntries(source, { lines, report });
  const { fresh, changed, unchanged } = await compare(
    db,
    source,
    without(read, report(await seenBefore(db, source, read))),
  );
  const referring = without(fresh, report(await missing(importing, source, fresh)));
  const right = without(referring, report(await source.check(db, referring, context)));
  const changing = source.update ? without(changed, report(await missing(importing, source, changed))) : [];
  if (!source.update) report(changed.map(({ line }) => ({ line, column: '', code: 'changed_since' })));
  if (isDryRun)
    await addKeys(
      db,
      right.flatMap((entry) => keysAddedBy(source, entry)),
    );
  const trx = await db.startTransaction().execute();
  try {
    if (!isDryRun && right.length > 0) await source.write(trx, right, context);
    // A dry run makes these changes too, because only they show what was changed here, and rolls them back.
    const updated = source.update ? without(changing, report(await source.update(trx, changing, context))) : [];
    await recordImportedRows(trx, { kind: source.kind, rows: [...right, ...updated], at: context.at });
    if (!isDryRun) await trx.commit().execute();
    return { imported: right.length, updated: updated.length, unchanged };
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute();
  }
}

type ReportProblems = (problems: readonly RowProblem[]) => Set<number>;

/** Reports problems and returns the lines that have one. */
const problemReporter =
  ({ onProblem }: ImportParams): ReportProblems =>
  (problems) => {
    for (const problem of problems) onProblem(problem);
    return new Set(problems.map(({ line }) => line));
  };

const without = <Row>(entries: readonly Entry<Row>[], lines: ReadonlySet<number>) =>
  entries.filter(({ line }) => !lines.has(line));

/** Divides rows into new, unchanged, and changed since their import, with their ids here. */
async function compare<Row>(db: ImportParams['db'], { kind }: Source<Row>, entries: readonly Entry<Row>[]) {
  const rows = await importedIds(
    db,
    kind,
    entries.map(({ sourceId }) => sourceId),
  );
  const before = new Map(rows.map((row) => [row.sourceId, row]));
  const fresh = entries.filter(({ sourceId }) => !before.has(sourceId));
  const changed = entries.flatMap((entry) => {
    const row = before.get(entry.sourceId);
    // Content that was deleted here is no longer compared.
    return row && row.contentHash.length > 0 && !row.contentHash.equals(hashSecret(entry.content))
      ? [{ ...entry, id: row.id }]
      : [];
  });
  return { fresh, changed, unchanged: entries.length - fresh.length - changed.length };
}

function readEntries<Row>(
  source: Source<Row>,
  { lines, report }: { lines: readonly Line[]; report: ReportProblems },
): Entry<Row>[] {
  return lines.flatMap(({ line, cells }) => {
    const read = source.read(cells);
    if ('problems' in read) {
      report(read.problems.map((problem) => ({ ...problem, line })));
      return [];
    }
    const content = JSON.stringify(source.columns.map((column) => cells[column]));
    return [{ line, row: read.row, sourceId: source.sourceId(read.row), id: newId(), content }];
  });
}

const keyOf = (kind: string, sourceId: string) => `${kind} ${sourceId}`;

/** Rows whose unique value an earlier row of the file already has. */
async function seenBefore<Row>(
  db: ImportParams['db'],
  source: Source<Row>,
  entries: readonly Entry<Row>[],
): Promise<RowProblem[]> {
  const resolvable = entries.flatMap(({ line, row, sourceId }) => [
    { line, column: source.columns[0] ?? '', key: `row ${keyOf(source.kind, sourceId)}` },
    ...source.unique(row).map((one) => ({ ...one, line })),
  ]);
  const fresh = await addKeys(
    db,
    resolvable.map(({ key }) => key),
  );
  // The first of these rows keeps the value.
  const twice = resolvable.filter(({ key }) => !fresh.delete(key));
  return twice.map(({ line, column }) => ({ line, column, code: 'twice' }));
}

const keysAddedBy = <Row>(source: Source<Row>, { row, sourceId }: Entry<Row>): string[] =>
  [{ kind: source.kind, sourceId }, ...(source.adds?.(row) ?? [])].map((one) => keyOf(one.kind, one.sourceId));

/** Returns the keys that were new. */
async function addKeys(db: ImportParams['db'], keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into imported_keys select distinct unnest(${keys}::text[]) on conflict do nothing returning key`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Rows that refer to something that exists neither here nor, in a dry run, in earlier files. */
async function missing<Row>(
  { db, isDryRun }: ImportParams,
  source: Source<Row>,
  entries: readonly Entry<Row>[],
): Promise<RowProblem[]> {
  const named = entries.flatMap(({ line, row }) => source.references(row).map((one) => ({ ...one, line })));
  const present = new Set<string>();
  for (const [kind, ofKind] of Map.groupBy(named, (one) => one.kind))
    for (const sourceId of (
      await idsOf(
        db,
        kind,
        ofKind.map((one) => one.sourceId),
      )
    ).keys())
      present.add(keyOf(kind, sourceId));
  if (isDryRun) {
    const keys = named.map(({ kind, sourceId }) => keyOf(kind, sourceId));
    const { rows } = await sql<{ key: string }>`
      select key from imported_keys where key = any(${keys}::text[])`.execute(db);
    for (const { key } of rows) present.add(key);
  }
  return named
    .filter(({ kind, sourceId }) => !present.has(keyOf(kind, sourceId)))
    .map(({ line, column }) => ({ line, column, code: 'not_there' }));
}
