import type { DbOrTrx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

const columns = ['key', 'name', 'createdAt', 'endedAt'] as const;
export type CourtLink = Row<'courtLinks', typeof columns>;

/** Links that still name their court. */
export const runningCourtLinks = (db: DbOrTrx): Promise<CourtLink[]> =>
  db.selectFrom('courtLinks').select(columns).where('endedAt', 'is', null).orderBy('key').execute();

export const allCourtLinks = (db: DbOrTrx): Promise<CourtLink[]> =>
  db.selectFrom('courtLinks').select(columns).orderBy('key').execute();

/** The court of a link; null for any other key. Keys are written in lower case. */
export async function findCourtLink(db: DbOrTrx, typed: string | undefined): Promise<CourtLink | null> {
  if (typed === undefined) return null;
  const key = typed.toLowerCase();
  const row = await db
    .selectFrom('courtLinks')
    .select(columns)
    .where('key', '=', key)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
