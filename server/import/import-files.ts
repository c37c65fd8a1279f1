import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type MovedPlans, moveCutOver } from '../subscriptions/move-cut-over.ts';
import { children } from './children.ts';
import { type Counts, type ImportParams, importFile, openSession } from './import-file.ts';
import { paymentMethods } from './payment-methods.ts';
import { people } from './people.ts';
import { plans } from './plans.ts';
import { readLines } from './read-lines.ts';
import type { RowProblem, Source } from './source.ts';

type Importer = (importing: ImportParams, path: string) => Promise<Counts>;

const fileOf =
  <Row>(source: Source<Row>): Importer =>
  (importing, path) =>
    importFile(importing, { source, lines: readLines(path, source.columns) });

/** In the order of their references to each other. */
const importers = {
  people: fileOf(people),
  children: fileOf(children),
  'payment-methods': fileOf(paymentMethods),
  plans: fileOf(plans),
} satisfies Record<string, Importer>;

export type ImportFile = keyof typeof importers;
export const importFileNames = Object.keys(importers) as ImportFile[];

/** `cutOver`: the plans of earlier runs whose day was moved; null without a file of plans. */
type Imported = { counts: Partial<Record<ImportFile, Counts>>; cutOver: MovedPlans | null };

/** Imports the given files, by their paths. Throws if a file cannot be read. */
export async function importFiles(
  {
    db,
    onProblem,
    ...importing
  }: Omit<ImportParams, 'db' | 'onProblem'> & {
    db: Db;
    onProblem: (file: string, problem: RowProblem) => void;
  },
  paths: Partial<Record<ImportFile, string>>,
): Promise<Imported> {
  return db.connection().execute(async (connection) => {
    await openSession(connection);
    const counts: Imported['counts'] = {};
    const cutOver =
      paths.plans === undefined
        ? null
        : await moveCutOver(connection, { ...importing.context, isDryRun: importing.isDryRun });
    for (const name of importFileNames) {
      const path = paths[name];
      if (path === undefined) continue;
      counts[name] = await importers[name](
        { ...importing, db: connection, onProblem: (problem: RowProblem) => onProblem(path, problem) },
        path,
      );
    }
    // After a large import PostgreSQL would plan by outdated statistics.
    if (!importing.isDryRun) await sql`analyze`.execute(connection);
    return { counts, cutOver };
  });
}
