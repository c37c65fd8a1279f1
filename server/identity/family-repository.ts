import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';

export type Child = { firstName: string; lastName: string; email: string };

/** `pricingGroup`: the price list the family's members see. */
export async function insertFamily(
  trx: Trx,
  {
    pricingGroup,
    children,
    at,
    createdByProfessionalId = null,
  }: { pricingGroup: string; children: readonly Child[]; at: Date; createdByProfessionalId?: string | null },
): Promise<string> {
  const id = newId(at);
  await trx.insertInto('families').values({ id, pricingGroup, createdByProfessionalId, createdAt: at }).execute();
  if (children.length > 0) {
    await trx
      .insertInto('children')
      .values(children.map((child, position) => ({ ...child, id: newId(at), familyId: id, position })))
      .execute();
  }
  return id;
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
 * Locks the family until the caller's transaction ends and raises its version; false when it is no longer `version`.
 * Null: whatever it is.
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

/** Puts these children in place of those that were there. */
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
  await trx.deleteFrom('children').where('familyId', '=', familyId).execute();
}
