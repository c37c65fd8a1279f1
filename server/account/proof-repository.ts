import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

const columns = ['id', 'subscriptionId', 'initials', 'enrolledSince', 'issuedOn'] as const;
export type EnrolmentProof = Row<'enrolmentProofs', typeof columns>;

/** `since`: earlier ones can no longer be checked, and are deleted by the next night. */
export async function proofsOf(
  db: DbOrTrx,
  { userId, since }: { userId: string; since: Date },
): Promise<EnrolmentProof[]> {
  return db
    .selectFrom('enrolmentProofs')
    .select(columns)
    .where('userId', '=', userId)
    .where('issuedAt', '>', since)
    .orderBy('id', 'desc')
    .execute();
}

export async function findProof(
  db: DbOrTrx,
  { codeHash, since }: { codeHash: Buffer; since: Date },
): Promise<EnrolmentProof | null> {
  const row = await db
    .selectFrom('enrolmentProofs')
    .select(columns)
    .where('codeHash', '=', codeHash)
    .where('issuedAt', '>', since)
    .executeTakeFirst();
  return row ?? null;
}

type NewProof = EnrolmentProof & { userId: string; codeHash: Buffer; issuedAt: Date };

export async function insertProof(trx: Trx, proof: NewProof): Promise<void> {
  await trx.insertInto('enrolmentProofs').values(proof).execute();
}

/** False if this person has no such proof. */
export async function deleteProof(trx: Trx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('enrolmentProofs')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
