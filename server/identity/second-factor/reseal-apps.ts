import type { Db } from '../../db/pool.ts';
import { openIfPossible, type Resealed, type Sealer } from '../../sealed-secret.ts';

/** Reseals the secrets of authenticator apps that are sealed with an earlier key, so that it can be removed. */
export async function resealApps({ db, sealer }: { db: Db; sealer: Sealer }): Promise<Resealed> {
  const rows = await db
    .selectFrom('totpFactors')
    .select(['userId', 'keyId', 'sealed'])
    // As a range on either side: "not equal" would scan every user's.
    .where((row) => row.or([row('keyId', '<', sealer.currentKeyId), row('keyId', '>', sealer.currentKeyId)]))
    .execute();
  let unopened = 0;
  for (const { userId, ...row } of rows) {
    const secret = openIfPossible(sealer, row, userId);
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
