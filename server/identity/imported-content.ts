import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';

/**
 * Deletes the content hashes of imported rows: a name and an address can be guessed from their hash. The rows
 * themselves stay, so that no later import restores them.
 */
export async function forgetImportedContent(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('importedRows')
    .set({ contentHash: Buffer.alloc(0) })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** A user's ids in another system, for their export. */
export function importedFrom(db: DbOrTrx, userId: string) {
  return db.selectFrom('importedRows').select(['kind', 'sourceId', 'importedAt']).where('id', '=', userId).execute();
}
