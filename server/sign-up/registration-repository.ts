import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Address, FamilyDraft, Language, Parent } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { mayBecome, type Registration, type RegistrationState } from './registration.ts';

export type NewRegistration = {
  language: Language;
  parent: Parent;
  knowsCoParentEmail: boolean;
  referral: { selection: string; other: string };
  parentDuplicateConfirmed: boolean;
  referrerKey: string | null;
  discountPercentage: number | null;
  anonymousId: string | null;
  expiresAt: Date;
  at: Date;
};

export async function insertRegistration(
  db: DbOrTrx,
  { at, parent, referral, ...values }: NewRegistration,
): Promise<{ id: string; key: string }> {
  const id = newId(at);
  const key = newSecret();
  await db
    .insertInto('registrations')
    .values({
      ...values,
      id,
      keyHash: hashSecret(key),
      state: 'DETAILS',
      parent: JSON.stringify(parent),
      referral: JSON.stringify(referral),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  return { id, key };
}

/** By id and key together: somebody else's id is as unknown as one that never was. */
export async function findRegistration(db: DbOrTrx, { id, key }: { id: string; key: string }): Promise<Registration | null> {
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('keyHash', '=', hashSecret(key))
    .executeTakeFirst();
  return row ?? null;
}

export async function lockRegistration(trx: Trx, id: string): Promise<Registration | null> {
  const row = await trx.selectFrom('registrations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export type RegistrationChange = {
  state?: RegistrationState;
  parent?: Parent;
  knowsCoParentEmail?: boolean;
  referral?: { selection: string; other: string };
  address?: Address;
  family?: FamilyDraft;
  language?: Language;
  parentDuplicateConfirmed?: boolean;
  coParentDuplicateConfirmed?: boolean;
  familyId?: string;
  userId?: string;
  expiresAt?: Date;
};

/** Changes a registration that nobody changed since it was read; false when somebody did. */
export async function changeRegistration(
  db: DbOrTrx,
  { current, change, at }: { current: Registration; change: RegistrationChange; at: Date },
): Promise<boolean> {
  if (change.state && change.state !== current.state && !mayBecome(current.state, change.state)) {
    throw new Error(`A registration cannot go from ${current.state} to ${change.state}`);
  }
  const { parent, referral, address, family, ...plain } = change;
  const changed = await db
    .updateTable('registrations')
    .set((eb) => ({
      ...plain,
      ...(parent ? { parent: JSON.stringify(parent) } : {}),
      ...(referral ? { referral: JSON.stringify(referral) } : {}),
      ...(address ? { address: JSON.stringify(address) } : {}),
      ...(family ? { family: JSON.stringify(family) } : {}),
      version: eb('version', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Marks open registrations whose time is over, and forgets what was typed into them. */
export async function expireRegistrations(db: DbOrTrx, at: Date): Promise<number> {
  const forgotten = JSON.stringify({ firstName: '', lastName: '', email: '', phoneCountryCode: '', phoneNumber: '' });
  const rows = await db
    .updateTable('registrations')
    .set({ state: 'EXPIRED', parent: forgotten, address: null, family: null, updatedAt: at })
    .where('state', 'in', ['DETAILS', 'FAMILY'])
    .where('expiresAt', '<=', at)
    .returning('id')
    .execute();
  return rows.length;
}

/** After the credentials are set nothing is left to do; what was typed is kept by the accounts now. */
export async function completeRegistrationOf(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await trx
    .updateTable('registrations')
    .set((eb) => ({ state: 'COMPLETED', version: eb('version', '+', 1), updatedAt: at }))
    .where('userId', '=', userId)
    .where('state', '=', 'PAID')
    .execute();
}
