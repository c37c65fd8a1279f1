import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { StoredPrices } from '../db/tables/column-types.ts';
import { newId } from '../new-id.ts';
import { type Publication, publicationColumns } from './package-repository.ts';
import { scheduled, versionInForce } from './price-version.ts';

/** Until the caller's transaction ends nobody else makes, changes or publishes a version. */
async function lockPriceVersions(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('price_versions'))`.execute(trx);
}

/** In the order in which they take effect. */
async function readPublications(db: DbOrTrx): Promise<Publication[]> {
  return db.selectFrom('pricePublications').select(publicationColumns).orderBy('inForceFrom').execute();
}

type NewVersion = { title: string; prices: StoredPrices; copiedFrom: number; at: Date };

/** A draft, which is sold at to nobody. Answers its number. */
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

type Publishing = { version: number; replaces: number; inForceFrom: Date; at: Date };

/**
 * From a moment on everything costs what a version says. False when another version than `replaces` is in force now, or
 * another publication is still to come: what was compared with it would not hold.
 */
export async function publishPriceVersion(
  trx: Trx,
  { version, replaces, inForceFrom, at }: Publishing,
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
