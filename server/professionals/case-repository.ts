import type { DbOrTrx, Trx } from '../db/pool.ts';
import { type Invite, inviteColumns } from '../identity/invite-repository.ts';
import { isClosed, type User, userColumns } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Subscription, subscriptionColumns } from '../subscriptions/subscription-repository.ts';

export type CaseFamily = {
  id: string;
  pricingGroup: string;
  version: number;
  createdAt: Date;
  archivedAt: Date | null;
};
export type CaseParent = { user: User; invite: Invite | null; subscription: Subscription | null };
export type Case = { family: CaseFamily; children: string[]; parents: CaseParent[] };

const familyColumns = ['id', 'pricingGroup', 'version', 'createdAt', 'archivedAt'] as const;
/** Once a parent has changed the family, the professional no longer sees its children. */
export const unchangedFamily = 1;

/** Families in the order of the ids. */
export async function familiesById(db: DbOrTrx, ids: readonly string[]): Promise<CaseFamily[]> {
  if (ids.length === 0) return [];
  const found = await db.selectFrom('families').select(familyColumns).where('id', 'in', ids).execute();
  const byId = new Map(found.map((family) => [family.id, family]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Another professional's family looks like one that does not exist. */
export async function familyOf(
  db: DbOrTrx,
  { professionalId, familyId }: { professionalId: string; familyId: string },
): Promise<CaseFamily | null> {
  const family = await db
    .selectFrom('families')
    .select(familyColumns)
    .where('id', '=', familyId)
    .where('createdByProfessionalId', '=', professionalId)
    .executeTakeFirst();
  return family ?? null;
}

/**
 * The same, locked: serialises two purchases, or a purchase and an invite. The lock excludes the family's key, because
 * changing a person checks that foreign key and would deadlock with a transaction that waits for the person.
 */
export async function lockFamily(
  trx: Trx,
  { professionalId, familyId }: { professionalId: string; familyId: string },
): Promise<CaseFamily | null> {
  const family = await trx
    .selectFrom('families')
    .select(familyColumns)
    .where('id', '=', familyId)
    .where('createdByProfessionalId', '=', professionalId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return family ?? null;
}

/**
 * People, latest invites and current subscriptions of families, in three queries whatever their number. People who have
 * closed their account are left out, and so are families without parents.
 */
export async function withPeople(db: DbOrTrx, families: readonly CaseFamily[]): Promise<Case[]> {
  if (families.length === 0) return [];
  const ids = families.map(({ id }) => id);
  const [users, children, invites, subscriptions] = await Promise.all([
    db
      .selectFrom('users')
      .select(userColumns)
      .where('familyId', 'in', ids)
      .where('status', '!=', 'CLOSED')
      .orderBy('role')
      .execute(),
    db
      .selectFrom('children')
      .innerJoin('families', 'families.id', 'familyId')
      .select(['familyId', 'firstName'])
      .where('familyId', 'in', ids)
      .where('families.version', '=', unchangedFamily)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('invites')
      .select(inviteColumns)
      .distinctOn('userId')
      .where('familyId', 'in', ids)
      .orderBy('userId')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('subscriptions')
      .select(subscriptionColumns)
      .where('familyId', 'in', ids)
      .where('state', '=', 'CURRENT')
      .execute(),
  ]);
  const cases = families.map((family) => ({
    family,
    children: children.filter(({ familyId }) => familyId === family.id).map(({ firstName }) => firstName),
    parents: users
      .filter(({ familyId }) => familyId === family.id)
      .map((user) => ({
        user,
        invite: invites.find(({ userId }) => userId === user.id) ?? null,
        subscription: subscriptions.find(({ userId }) => userId === user.id) ?? null,
      })),
  }));
  return cases.filter(({ parents }) => parents.length > 0);
}

export type WaitingParent = { parent: User; begun: boolean };

/**
 * A parent of one of the professional's families, locked, and whether they have begun. Anybody else's is not found;
 * nobody can invite somebody who has an account of their own.
 */
export async function lockWaitingParent(
  trx: Trx,
  { professionalId, familyId, userId }: { professionalId: string; familyId: string; userId: string },
): Promise<WaitingParent | Refusal<'CONFLICT' | 'NOT_FOUND'>> {
  if (await isClosed(trx, professionalId)) return refuse('NOT_FOUND');
  if (!(await lockFamily(trx, { professionalId, familyId }))) return refuse('NOT_FOUND');
  const parent = await trx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .where('familyId', '=', familyId)
    .forUpdate()
    .executeTakeFirst();
  if (!parent) return refuse('NOT_FOUND');
  const whose = await whoseAccountIs(trx, parent.id);
  return whose === 'OWN' ? refuse('CONFLICT') : { parent, begun: whose === 'BEGUN' };
}
