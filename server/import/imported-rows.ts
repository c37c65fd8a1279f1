import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { hashSecret } from '../secret.ts';

/** The ids here of the other system's rows, by its ids. */
export async function idsOf(db: DbOrTrx, kind: string, sourceIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await importedIds(db, kind, sourceIds);
  return new Map(rows.map(({ sourceId, id }) => [sourceId, id]));
}

/** The same, with the hashes of the rows as imported. */
export async function importedIds(db: DbOrTrx, kind: string, sourceIds: readonly string[]) {
  return db
    .selectFrom('importedRows')
    .select(['sourceId', 'id', 'contentHash'])
    .where('kind', '=', kind)
    .where('sourceId', '=', sql<string>`any(${sourceIds}::text[])`)
    .execute();
}

type ImportedRow = { sourceId: string; id: string; content: string };

export async function recordImportedRows(
  trx: Trx,
  { kind, rows, at }: { kind: string; rows: readonly ImportedRow[]; at: Date },
) {
  if (rows.length === 0) return;
  await trx
    .insertInto('importedRows')
    .values(
      rows.map(({ sourceId, id, content }) => ({
        kind,
        sourceId,
        id,
        contentHash: hashSecret(content),
        importedAt: at,
      })),
    )
    .onConflict((on) =>
      on.columns(['kind', 'sourceId']).doUpdateSet((eb) => ({
        contentHash: eb.ref('excluded.contentHash'),
        importedAt: eb.ref('excluded.importedAt'),
      })),
    )
    .execute();
}
