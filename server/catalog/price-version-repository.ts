import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import type { StoredPrices } from '../db/tables/column-types.ts';
import { newId } from '../new-id.ts';
import { type Publication, publicationColumns } from './package-repository.ts';
import { scheduled, versionInForce } from './price-version.ts';

const columns = ['number', 'title', 'prices', 'copiedFrom', 'revision', 'createdAt'] as const;
export type PriceVersion = Row<'priceVersions', typeof columns>;

/** Until the caller's transaction ends, nobody else creates, changes or publishes a version. */
async function lockPriceVersions(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('price_versions'))`.execute(trx);
}

export async function readPriceVersions(db: DbOrTrx): Promise<PriceVersion[]> {
  return db.selectFrom('priceVersions').select(columns).orderBy('number').execute();
}

/** In the order in which they take effect. */
async function readPublications(db: DbOrTrx): Promise<Publication[]> {
  return db.selectFrom('pricePublications').select(publicationColumns).orderBy('inForceFrom').execute();
}

type NewVersion = Pick<PriceVersion, 'title' | 'prices'> & { copiedFrom: number; at: Date };

/** Inserts a draft, at which nothing is sold. Returns its number. */
export async function insertPriceVersion(trx: Trx, { prices, at, ...draft }: NewVersion): Promise<number> {
  await lockPriceVersions(trx);
  const { number } = await trx
    .insertInto('priceVersions')
    .values({
      ...draft,
      number: sql<number>`(select max(number) + 1 from price_versions)`,
      prices: JSON.stringify(prices),
      createdAt: at,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** False if the draft was changed concurrently. The database rejects changes to a published version. */
export async function changeDraft(
  trx: Trx,
  { number, revision, prices }: Pick<PriceVersion, 'number' | 'revision'> & { prices: StoredPrices },
): Promise<boolean> {
  await lockPriceVersions(trx);
  const changed = await trx
    .updateTable('priceVersions')
    .set((eb) => ({ prices: JSON.stringify(prices), revision: eb('revision', '+', 1) }))
    .where('number', '=', number)
    .where('revision', '=', revision)
    .returning('number')
    .executeTakeFirst();
  return changed !== undefined;
}

/** A withdrawal must reach every process before the version takes effect. */
const withdrawableUntilMs = 60_000;

/** The scheduled publication that can still be withdrawn; null if there is none. */
export async function withdrawablePublication(db: DbOrTrx, at: Date): Promise<Publication | null> {
  const coming = scheduled(await readPublications(db), at);
  return coming && coming.inForceFrom.getTime() - at.getTime() > withdrawableUntilMs ? coming : null;
}

type NewPublication = { version: number; replaces: number; inForceFrom: Date; at: Date };

/**
 * Publishes a version from an instant on. False if another version than `replaces` is in force now, or another
 * publication is scheduled: the preview compared with it would be wrong.
 */
export async function publishPriceVersion(
  trx: Trx,
  { version, replaces, inForceFrom, at }: NewPublication,
): Promise<boolean> {
  await lockPriceVersions(trx);
  const publications = await readPublications(trx);
  if (versionInForce(publications, at) !== replaces || scheduled(publications, at) || inForceFrom < at) return false;
  await trx
    .insertInto('pricePublications')
    .values({ id: newId(at), version, inForceFrom, publishedAt: at })
    .execute();
  return true;
}

/** Withdraws a scheduled publication; false if there is none of this version, or it is too late. */
export async function withdrawPublication(trx: Trx, { version, at }: { version: number; at: Date }): Promise<boolean> {
  await lockPriceVersions(trx);
  const coming = await withdrawablePublication(trx, at);
  if (coming?.version !== version) return false;
  await trx
    .updateTable('pricePublications')
    .set({ withdrawnAt: at })
    .where('inForceFrom', '=', coming.inForceFrom)
    .where('withdrawnAt', 'is', null)
    .execute();
  return true;
}
