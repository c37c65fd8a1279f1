import type { Db } from '../../db/pool.ts';
import type { Sealed, Sealer } from '../../sealed-secret.ts';

/**
 * Reseals secrets sealed with an earlier key, so that it can be removed. `unopened`: sealed with a key missing from the
 * configuration; left unchanged.
 */
export async function resealApps({
  db,
  sealer,
}: {
  db: Db;
  sealer: Sealer;
}): Promise<{ resealed: number; unopened: number }> {
  const rows = await db
    .selectFrom('totpFactors')
    .select(['userId', 'keyId', 'sealed'])
    // As a range on either side: "not equal" would read everybody's.
    .where((row) => row.or([row('keyId', '<', sealer.currentKeyId), row('keyId', '>', sealer.currentKeyId)]))
    .execute();
  let unopened = 0;
  for (const { userId, ...row } of rows) {
    const secret = open(sealer, row, userId);
    if (!secret) unopened++;
    else
      await db
        .updateTable('totpFactors')
        .set(sealer.seal(secret, userId))
        .where('userId', '=', userId)
        // Used or replaced meanwhile: it then has the new key, or is another secret.
        .where('sealed', '=', row.sealed)
        .execute();
  }
  return { resealed: rows.length - unopened, unopened };
}

/** Null where its key is gone: one such row is not to keep the others under an old key. */
function open(sealer: Sealer, row: Sealed, owner: string): Buffer | null {
  try {
    return sealer.open(row, owner);
  } catch {
    return null;
  }
}
