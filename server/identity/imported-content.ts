import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';

/**
 * Forgets what rows were like that another system brought: from a hash of a name and an address both can be guessed.
 * The row itself stays, so that no later import brings them again.
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
