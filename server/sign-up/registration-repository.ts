import { sql } from 'kysely';
import type { Reach } from '#contract/account/reach.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Address, FamilyDraft, Language, Parent } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { mayBecome, type Registration, type RegistrationState, registrationColumns } from './registration.ts';

export type NewRegistration = {
  language: Language;
  parent: Parent;
  emailProvenAt: Date | null;
  knowsCoParentEmail: boolean;
  referral: { selection: string; other: string };
  parentDuplicateConfirmed: boolean;
  reach: Reach | null;
  referrerKey: string | null;
  discountPercentage: number | null;
  anonymousId: string | null;
  siteCountry: string;
  expiresAt: Date;
  at: Date;
};

export async function insertRegistration(
  db: DbOrTrx,
  { at, parent, referral, reach, ...values }: NewRegistration,
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
      reach: reach && JSON.stringify(reach),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  return { id, key };
}

/**
 * By id and key together, so that another person's id looks unknown. `locked`: until the caller's transaction ends,
 * read after concurrent ones.
 */
export async function findRegistration(
  db: DbOrTrx,
  { id, key, locked = false }: { id: string; key: string; locked?: boolean },
): Promise<Registration | null> {
  const row = await db
    .selectFrom('registrations')
    .select(registrationColumns)
    .where('id', '=', id)
    .where('keyHash', '=', hashSecret(key))
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

export async function lockRegistration(trx: Trx, id: string): Promise<Registration | null> {
  const row = await trx
    .selectFrom('registrations')
    .select(registrationColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Co-parent and children as Parent A entered them at sign-up; null if nothing is stored. */
export async function typedFamily(db: DbOrTrx, of: { id: string } | { userId: string }): Promise<FamilyDraft | null> {
  const [column, value] = 'id' in of ? (['id', of.id] as const) : (['userId', of.userId] as const);
  const row = await db.selectFrom('registrations').select('family').where(column, '=', value).executeTakeFirst();
  return row?.family ?? null;
}

export type RegistrationChange = {
  state?: RegistrationState;
  parent?: Parent;
  emailProvenAt?: Date | null;
  knowsCoParentEmail?: boolean;
  referral?: { selection: string; other: string };
  address?: Address;
  family?: FamilyDraft;
  inviteTiming?: InviteTiming;
  reach?: Reach;
  savedUntil?: Date;
  savedOrder?: OrderDetail | null;
  language?: Language;
  referrerKey?: string;
  discountPercentage?: number;
  parentDuplicateConfirmed?: boolean;
  coParentDuplicateConfirmed?: boolean;
  familyId?: string;
  userId?: string;
  expiresAt?: Date;
};

/** Updates a registration that has not changed since it was read; false if it has. */
export async function changeRegistration(
  db: DbOrTrx,
  { current, change, at }: { current: Registration; change: RegistrationChange; at: Date },
): Promise<boolean> {
  if (change.state && change.state !== current.state && !mayBecome(current.state, change.state)) {
    throw new Error(`A registration cannot go from ${current.state} to ${change.state}`);
  }
  const { parent, referral, address, family, inviteTiming, reach, savedOrder, savedUntil, ...plain } = change;
  const changed = await db
    .updateTable('registrations')
    .set((eb) => ({
      ...plain,
      ...(parent ? { parent: JSON.stringify(parent) } : {}),
      ...(referral ? { referral: JSON.stringify(referral) } : {}),
      ...(address ? { address: JSON.stringify(address) } : {}),
      ...(family ? { family: JSON.stringify(family) } : {}),
      ...(inviteTiming ? { inviteTiming: JSON.stringify(inviteTiming) } : {}),
      ...(reach ? { reach: JSON.stringify(reach) } : {}),
      ...(savedUntil ? { savedUntil: notBefore(savedUntil) } : {}),
      ...(savedOrder === undefined ? {} : { savedOrder: savedOrder && JSON.stringify(savedOrder) }),
      version: eb('version', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

const forgotten = JSON.stringify({
  firstName: '',
  lastName: '',
  email: '',
  phoneCountryCode: '',
  phoneNumber: '',
} satisfies Parent);
const forgottenReferral = JSON.stringify({ selection: '', other: '' });

/** A registration saved for another device is retained beyond its browser's time-out. */
const lastMoment = sql<Date>`greatest(expires_at, saved_until)`;

/** The longest of several retention promises holds: anybody may request a link, whose promise is short. */
const notBefore = (until: Date) => sql<Date>`greatest(saved_until, ${until})`;

/** Replaces the key: the sign-up has moved to another browser. */
export async function moveRegistration(
  trx: Trx,
  { id, registrationKey, expiresAt, at }: { id: string; registrationKey: string; expiresAt: Date; at: Date },
): Promise<void> {
  await trx
    .updateTable('registrations')
    .set((eb) => ({
      keyHash: hashSecret(registrationKey),
      expiresAt,
      savedUntil: null,
      linkOpenedAt: null,
      version: eb('version', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * The open sign-ups of an address: the two oldest and the three latest. Anybody can begin one with somebody else's
 * address, so no later one may displace the owner's.
 */
export async function openUnder(trx: Trx, { email, at }: { email: string; at: Date }): Promise<string[]> {
  const open = (direction: 'asc' | 'desc', most: number) =>
    trx
      .selectFrom('registrations')
      .select('id')
      .where(sql<string>`lower(parent ->> 'email')`, '=', email)
      .where('state', 'in', ['DETAILS', 'FAMILY'])
      .where(lastMoment, '>', at)
      .orderBy('id', direction)
      .limit(most)
      .forUpdate()
      .execute();
  const rows = [...(await open('asc', 2)), ...(await open('desc', 3))];
  return [...new Set(rows.map(({ id }) => id))];
}

/** Retains it for another device until then. */
export async function saveRegistration(trx: Trx, { id, until }: { id: string; until: Date }): Promise<void> {
  await trx
    .updateTable('registrations')
    .set({ savedUntil: notBefore(until) })
    .where('id', '=', id)
    .execute();
}

/** The user of the sign-up is told that a mailed link was opened. */
export async function markLinkOpened(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx.updateTable('registrations').set({ linkOpenedAt: at }).where('id', '=', id).execute();
}

/** Marks expired open registrations, and deletes their input; a save that has read them before stores nothing. */
export async function expireRegistrations(db: DbOrTrx, at: Date): Promise<number> {
  const rows = await db
    .updateTable('registrations')
    .set((eb) => ({
      version: eb('version', '+', 1),
      state: 'EXPIRED',
      parent: forgotten,
      referral: forgottenReferral,
      address: null,
      family: null,
      inviteTiming: null,
      reach: null,
      savedOrder: null,
      anonymousId: null,
      updatedAt: at,
    }))
    .where('state', 'in', ['DETAILS', 'FAMILY'])
    .where(lastMoment, '<=', at)
    // A requester of a fee waiver is retained until their answer is queued, some time after the decision.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('feeWaivers')
            .select('feeWaivers.id')
            .whereRef('feeWaivers.registrationId', '=', 'registrations.id')
            .where('feeWaivers.answeredAt', 'is', null),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.length;
}

/**
 * What a user entered at sign-up, and what their co-parent entered about them. The children are also the co-parent's,
 * and stay.
 */
export async function clearInput(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await trx
    .updateTable('registrations')
    .set({
      parent: forgotten,
      referral: forgottenReferral,
      address: null,
      family: null,
      reach: null,
      anonymousId: null,
      updatedAt: at,
    })
    .where('userId', '=', userId)
    .execute();
  await trx
    .updateTable('registrations')
    .set({ family: sql`jsonb_set(family, '{coParent}', ${forgotten})`, updatedAt: at })
    .where('familyId', '=', (users) => users.selectFrom('users').select('familyId').where('id', '=', userId))
    .where('userId', '!=', userId)
    .where('family', 'is not', null)
    .execute();
}

/** Once the credentials are set the registration is done; its data is now in the accounts. */
export async function completeRegistrationOf(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await trx
    .updateTable('registrations')
    .set((eb) => ({ state: 'COMPLETED', version: eb('version', '+', 1), updatedAt: at }))
    .where('userId', '=', userId)
    .where('state', '=', 'PAID')
    .execute();
}
