import { sql } from 'kysely';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import type { Language, Row } from '../../db/schema.ts';
import { newId } from '../../new-id.ts';
import { hashSecret, newSecret } from '../../secret.ts';

const claimColumns = [
  'id',
  'userId',
  'typed',
  'candidates',
  'channel',
  'round',
  'triesLeft',
  'evidence',
  'state',
  'language',
  'device',
  'expiresAt',
] as const;
type ClaimRow = Row<'ownershipClaims', typeof claimColumns>;

/** What was proved, as stored: never a password or an answer, but which stored hash it matched. */
export type StoredEvidence =
  | { kind: 'MAILBOX'; email: string }
  | { kind: 'PHONE'; phoneCountryCode: string; phoneNumber: string }
  | { kind: 'PASSWORD' | 'QUESTION'; hashes: string[] }
  | { kind: 'FACTOR'; since: string };

/** Where a code is sent: an address, or a phone. */
export type Destination = { email: string } | { phoneCountryCode: string; phoneNumber: string };
export type Claim = Omit<ClaimRow, 'evidence' | 'typed'> & {
  evidence: StoredEvidence[];
  typed: Destination | null;
};
const claimOf = (row: ClaimRow): Claim => ({
  ...row,
  evidence: row.evidence as StoredEvidence[],
  typed: row.typed as Destination | null,
});

export const codeTries = 5;

/** `userId`: already known from a mailed link. */
export async function insertClaim(
  trx: Trx,
  claim: {
    userId: string | null;
    typed: Destination | null;
    evidence: StoredEvidence[];
    language: Language;
    device: string;
    expiresAt: Date;
    at: Date;
  },
): Promise<{ id: string; token: string }> {
  const id = newId(claim.at);
  const token = newSecret();
  const { at, typed, evidence, ...values } = claim;
  await trx
    .insertInto('ownershipClaims')
    .values({
      ...values,
      id,
      tokenHash: hashSecret(token),
      typed: typed && JSON.stringify(typed),
      channel: typed && channelOf(typed),
      evidence: JSON.stringify(evidence),
      triesLeft: codeTries,
      state: 'OPEN',
      createdAt: at,
    })
    .execute();
  return { id, token };
}

export const channelOf = (to: Destination) => ('email' in to ? 'MAILBOX' : 'PHONE');

export async function findClaim(db: DbOrTrx, { token, at }: { token: string; at: Date }): Promise<Claim | null> {
  const row = await db
    .selectFrom('ownershipClaims')
    .select(claimColumns)
    .where('tokenHash', '=', hashSecret(token))
    .where((where) => where.or([where('expiresAt', '>', at), where('state', '!=', 'OPEN')]))
    .executeTakeFirst();
  return row ? claimOf(row) : null;
}

export async function readClaim(db: DbOrTrx, id: string): Promise<Claim | null> {
  const row = await db.selectFrom('ownershipClaims').select(claimColumns).where('id', '=', id).executeTakeFirst();
  return row ? claimOf(row) : null;
}

const lockedClaims = (trx: Trx) => trx.selectFrom('ownershipClaims').select(claimColumns).orderBy('id').forUpdate();

/** Locked until the transaction ends: of concurrent proofs each sees the other's evidence. */
export async function lockClaim(trx: Trx, id: string): Promise<Claim | null> {
  const row = await lockedClaims(trx).where('id', '=', id).executeTakeFirst();
  return row ? claimOf(row) : null;
}

/**
 * All claims of an account, by ascending id, so that concurrent decisions wait. A closing, which ends them, locks them
 * before anything else.
 */
export async function lockClaimsOf(trx: Trx, userId: string): Promise<Claim[]> {
  return (await lockedClaims(trx).where('userId', '=', userId).execute()).map(claimOf);
}

export async function forgetClaimsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('ownershipClaims').where('userId', '=', userId).execute();
}

type ClaimChange = Partial<Pick<Claim, 'userId' | 'candidates' | 'triesLeft' | 'round' | 'state' | 'expiresAt'>> & {
  typed?: Destination | null;
  evidence?: StoredEvidence[];
  decidedAt?: Date;
};

export async function changeClaim(trx: Trx, id: string, { typed, evidence, ...values }: ClaimChange): Promise<void> {
  await trx
    .updateTable('ownershipClaims')
    .set({
      ...values,
      ...(typed === undefined ? {} : { typed: typed && JSON.stringify(typed), channel: typed && channelOf(typed) }),
      ...(evidence === undefined ? {} : { evidence: JSON.stringify(evidence) }),
    })
    .where('id', '=', id)
    .execute();
}

/** The claim that keeps an account frozen; null if none does. */
export async function waitingClaim(db: DbOrTrx, userId: string): Promise<Claim | null> {
  const row = await db
    .selectFrom('ownershipClaims')
    .select(claimColumns)
    .where('userId', '=', userId)
    .where('state', 'in', ['WAITING', 'STAFF'])
    .executeTakeFirst();
  return row ? claimOf(row) : null;
}

/** Open accounts that have this address or phone, or had it before a change that can still be contested. */
export async function claimableBy(db: DbOrTrx, to: Destination): Promise<string[]> {
  const [own, former] =
    'email' in to
      ? [
          sql`email_normalised = ${normaliseEmail(to.email)}`,
          sql`part = 'EMAIL' and before ->> 'email_normalised' = ${normaliseEmail(to.email)}`,
        ]
      : [
          sql`phone_country_code = ${to.phoneCountryCode} and phone_number = ${to.phoneNumber}`,
          sql`part = 'PHONE' and before ->> 'phone_country_code' = ${to.phoneCountryCode}
            and before ->> 'phone_number' = ${to.phoneNumber}`,
        ];
  const { rows } = await sql<{ id: string }>`
    select id from users where status = 'ACTIVE' and username is not null and (${own}
      or id in (select user_id from account_activity where before is not null and undone_at is null and ${former}))
    order by created_at limit 10`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends claims that nobody continued. */
export async function forgetClaims(db: DbOrTrx, at: Date): Promise<void> {
  const over = db.selectFrom('ownershipClaims').select('id').where('state', '=', 'OPEN').where('expiresAt', '<=', at);
  await db.deleteFrom('ownershipClaims').where('id', 'in', over.orderBy('id').forUpdate()).execute();
}
