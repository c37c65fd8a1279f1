import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import { forgetImportedContent } from './imported-content.ts';

export type Child = { firstName: string; lastName: string; email: string };

/** `pricingGroup`: the price list the family's members see. */
type NewFamily = {
  pricingGroup: string;
  children: readonly Child[];
  at: Date;
  createdByProfessionalId?: string | null;
  /** The idempotency key with which it was opened, and the keyed hash of its input. */
  requestKey?: string | undefined;
  requestHash?: Buffer;
};

export async function insertFamily(trx: Trx, family: NewFamily): Promise<string> {
  const [id = ''] = await insertFamilies(trx, [family]);
  return id;
}

/** The limit of parameters in a statement. */
const rowsAtOnce = 5_000;

/** Inserts many; returns their ids in the same order. */
export async function insertFamilies(trx: Trx, families: readonly NewFamily[]): Promise<string[]> {
  const rows = families.map(({ pricingGroup, createdByProfessionalId = null, requestKey, requestHash, at }) => ({
    id: newId(at),
    pricingGroup,
    createdByProfessionalId,
    requestKey,
    requestHash,
    createdAt: at,
  }));
  const children = families.flatMap((family, index) =>
    family.children.map((child, position) => ({
      ...child,
      id: newId(family.at),
      familyId: rows[index]?.id ?? '',
      position,
    })),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto('families')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  for (let from = 0; from < children.length; from += rowsAtOnce)
    await trx
      .insertInto('children')
      .values(children.slice(from, from + rowsAtOnce))
      .execute();
  return rows.map(({ id }) => id);
}

export async function childrenOf(db: DbOrTrx, familyId: string): Promise<(Child & { id: string })[]> {
  return db
    .selectFrom('children')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('familyId', '=', familyId)
    .orderBy('position')
    .execute();
}

/** The price list a family's members are offered. */
export async function familyPricingGroup(db: DbOrTrx, familyId: string): Promise<string> {
  return (await db.selectFrom('families').select('pricingGroup').where('id', '=', familyId).executeTakeFirstOrThrow())
    .pricingGroup;
}

/** Raised with each change of the children. */
export async function familyVersion(db: DbOrTrx, familyId: string): Promise<number> {
  return (await db.selectFrom('families').select('version').where('id', '=', familyId).executeTakeFirstOrThrow())
    .version;
}

/**
 * Locks the family until the caller's transaction ends and raises its version; false if it is no longer `version`.
 * Null: any version.
 */
export async function raiseFamilyVersion(
  trx: Trx,
  { familyId, version }: { familyId: string; version: number | null },
): Promise<boolean> {
  const raised = await trx
    .updateTable('families')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', familyId)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}

export async function replaceChildren(
  trx: Trx,
  { familyId, children, at }: { familyId: string; children: readonly Child[]; at: Date },
): Promise<void> {
  await forgetChildren(trx, familyId);
  if (children.length === 0) return;
  await trx
    .insertInto('children')
    .values(children.map((child, position) => ({ ...child, id: newId(at), familyId, position })))
    .execute();
}

export async function forgetChildren(trx: Trx, familyId: string): Promise<void> {
  const deleted = await trx.deleteFrom('children').where('familyId', '=', familyId).returning('id').execute();
  await forgetImportedContent(
    trx,
    deleted.map(({ id }) => id),
  );
}

/** Key and hash of the form with which a professional opened a family: the hash contains names and e-mails. */
export async function forgetOpening(db: DbOrTrx, of: { familyId: string } | { professionalId: string }): Promise<void> {
  const [column, value] =
    'familyId' in of ? (['id', of.familyId] as const) : (['createdByProfessionalId', of.professionalId] as const);
  const opened = db.selectFrom('families').select('id').where(column, '=', value).where('requestKey', 'is not', null);
  await db
    .updateTable('families')
    .set({ requestKey: null, requestHash: null })
    .where('id', 'in', opened.orderBy('id').forNoKeyUpdate())
    .execute();
}
