import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';

/** An `ANSWER` is the link in the mail that answers a fee-waiver request. */
export type ResumptionKind = 'CODE' | 'LINK' | 'ANSWER';
type NewResumption = {
  registrationId: string;
  kind: ResumptionKind;
  hashOf: (id: string) => Buffer;
  expiresAt: Date;
  at: Date;
};

/** One of each kind: it ends an earlier one. */
export async function insertResumption(trx: Trx, resumption: NewResumption): Promise<string> {
  const { registrationId, kind, hashOf, expiresAt, at } = resumption;
  const id = newId(at);
  await endResumptions(trx, { registrationId, kinds: [kind] });
  await trx
    .insertInto('resumptions')
    .values({ id, registrationId, kind, secretHash: hashOf(id), expiresAt, createdAt: at })
    .execute();
  return id;
}

/** The sign-up of a secret; null once it was used, replaced or has expired. */
export async function findResumption(
  db: DbOrTrx,
  { secretHash, kind, at }: { secretHash: Buffer; kind: ResumptionKind; at: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('resumptions')
    .select('registrationId')
    .where('secretHash', '=', secretHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  return row?.registrationId ?? null;
}

/** No code or link, or none of these kinds, gives access to this sign-up any more. */
export async function endResumptions(
  trx: Trx,
  { registrationId, kinds = ['CODE', 'LINK', 'ANSWER'] }: { registrationId: string; kinds?: readonly ResumptionKind[] },
): Promise<void> {
  await trx.deleteFrom('resumptions').where('registrationId', '=', registrationId).where('kind', 'in', kinds).execute();
}

export async function forgetResumptions(db: DbOrTrx, at: Date): Promise<void> {
  await db.deleteFrom('resumptions').where('expiresAt', '<=', at).execute();
}
