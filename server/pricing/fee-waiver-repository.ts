import { type ExpressionBuilder, sql } from 'kysely';
import type { FeeWaiverReason } from '#contract/account/fee-waiver.ts';
import type { Day } from '#contract/fields/day.ts';
import { after, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database, Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { findCourtLink } from './court-link-repository.ts';
import { foldedEmail } from './folded-email.ts';

const columns = [
  'id',
  'registrationId',
  'userId',
  'packageName',
  'priceCents',
  'familyHashes',
  'state',
  'activationCodeId',
  'paidUntil',
] as const;
export type FeeWaiver = Row<'feeWaivers', typeof columns>;

/** From its decision, or until then from the request: longer than a family's earlier waiver counts. */
export const feeWaiverKeptDays = 400;
const countedDays = 365;

type YearPackage = { priceList: string; packageName: string; years: number; priceCents: number; onSale: boolean };
export type WaivedPlan = Pick<FeeWaiver, 'packageName' | 'priceCents'>;

/** The waived year of a price list: Essentials, or the least expensive plan if it has none. */
export function waivedYear(packages: readonly YearPackage[], priceList: string): WaivedPlan {
  const years = packages
    .filter((each) => each.priceList === priceList && each.years === 1 && each.onSale && each.packageName !== 'CYO')
    .toSorted((one, other) => one.priceCents - other.priceCents);
  const year = years.find(({ packageName }) => packageName === 'ESSENTIALS') ?? years[0];
  if (!year) throw new Error(`Price list ${priceList} sells no plan for a year`);
  return { packageName: year.packageName as WaivedPlan['packageName'], priceCents: year.priceCents };
}

/** The year of a user's package; null if no code can be issued for it. */
export function ownYear(packages: readonly (YearPackage & { id: number })[], packageId: number): WaivedPlan | null {
  const own = packages.find(({ id }) => id === packageId);
  const year = packages.find(
    (each) => each.packageName === own?.packageName && each.priceList === own.priceList && each.years === 1,
  );
  if (!year || year.packageName === 'CYO') return null;
  return { packageName: year.packageName as WaivedPlan['packageName'], priceCents: year.priceCents };
}

type NewFeeWaiver = WaivedPlan & {
  by: { registrationId: string } | { userId: string };
  /** Of the requester and of their co-parent, as far as known. */
  emails: readonly (string | null)[];
  reason: FeeWaiverReason;
  courtOrder: string;
  /** Key of the link that was opened. */
  court?: string | undefined;
  at: Date;
};

/** Stores a request. A pending one keeps its place, and gets the latest text. */
export async function insertFeeWaiver(
  trx: Trx,
  { by, emails, court, at, ...values }: NewFeeWaiver,
  makeToken: TokenMaker,
): Promise<void> {
  const known = emails.filter((email): email is string => email !== null && email !== '');
  const familyHashes = known.map((email) => hashSecret(makeToken('fee-waiver-family', foldedEmail(email))));
  const courtKey = (await findCourtLink(trx, court))?.key ?? null;
  const asked = { ...values, familyHashes, courtKey, textHidden: false };
  const column = 'userId' in by ? 'userId' : 'registrationId';
  await trx
    .insertInto('feeWaivers')
    .values({ ...asked, ...by, id: newId(at), state: 'ASKED', askedAt: at })
    .onConflict((on) =>
      on.column(column).where(column, 'is not', null).where('state', '=', sql.lit('ASKED')).doUpdateSet(asked),
    )
    .execute();
}

export async function readFeeWaiver(db: DbOrTrx, id: string): Promise<FeeWaiver | null> {
  return (await db.selectFrom('feeWaivers').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The requester's account; null without one. */
export async function feeWaiverOwner(db: DbOrTrx, id: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string | null }>`
    select coalesce(fee_waivers.user_id, registrations.user_id) as "userId" from fee_waivers
    left join registrations on registrations.id = registration_id where fee_waivers.id = ${id}`.execute(db);
  return rows[0]?.userId ?? null;
}

/** Decides a request, once; false if it was decided before. A job creates the code and the mail. */
export async function decideFeeWaiver(
  trx: Trx,
  { id, state, at }: { id: string; state: 'GRANTED' | 'REFUSED'; at: Date },
): Promise<boolean> {
  const decided = await trx
    .updateTable('feeWaivers')
    .set({ state, decidedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .returning('id')
    .executeTakeFirst();
  if (!decided) return false;
  await enqueue(trx, { name: 'answer-fee-waiver', payload: { waiverId: id }, key: `fee-waiver:${id}` });
  return true;
}

/** A decided request whose answer is not queued yet, locked. */
export async function lockUnansweredFeeWaiver(trx: Trx, id: string): Promise<FeeWaiver | null> {
  const row = await trx
    .selectFrom('feeWaivers')
    .select(columns)
    .where('id', '=', id)
    .where('state', '!=', 'ASKED')
    .where('answeredAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** `paidUntil`: the last day of a year that was paid with the code at once; null if the code is mailed. */
type FeeWaiverAnswer = { id: string; activationCodeId: string | null; paidUntil: Day | null; at: Date };

export async function recordFeeWaiverAnswer(trx: Trx, { id, at, ...answer }: FeeWaiverAnswer): Promise<void> {
  await trx
    .updateTable('feeWaivers')
    .set({ ...answer, answeredAt: at })
    .where('id', '=', id)
    .execute();
}

/** Whether the family was granted a waiver within a year: the other parent, or the same one under another sign-up. */
export async function familyHadFeeWaiver(
  db: DbOrTrx,
  { id, familyHashes }: Pick<FeeWaiver, 'id' | 'familyHashes'>,
  at: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('feeWaivers')
    .select('id')
    .where('state', '=', 'GRANTED')
    .where('id', '!=', id)
    .where('decidedAt', '>', after(at, -days(countedDays)))
    .where(sql<boolean>`family_hashes && ${familyHashes}::bytea[]`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const byAccount = (where: ExpressionBuilder<Database, 'feeWaivers'>, userId: string) =>
  where.or([
    where('userId', '=', userId),
    where(
      'registrationId',
      'in',
      where.selectFrom('registrations').select('registrations.id').where('registrations.userId', '=', userId),
    ),
  ]);

const exported = [
  'reason',
  'courtOrder',
  'courtKey',
  'packageName',
  'state',
  'askedAt',
  'decidedAt',
  'paidUntil',
] as const;

/** A user's requests, before and since they had an account, for their export. */
export async function feeWaiversOf(db: DbOrTrx, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('feeWaivers')
    .select([...exported, 'textHidden'])
    .where((where) => byAccount(where, userId))
    .execute();
  return rows.map(({ textHidden, reason, courtOrder, courtKey, ...request }) =>
    textHidden ? request : { reason, courtOrder, courtKey, ...request },
  );
}

/** Whoever asked may be another person than the account's owner, who is not shown what they wrote. */
export async function hideFeeWaiverTexts(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('feeWaivers').set({ textHidden: true }).where('userId', '=', userId).execute();
}

type WaiverOwner = Pick<FeeWaiver, 'id' | 'registrationId' | 'userId'>;

/** Locks the requests of these users. */
export async function lockFeeWaiversOf(trx: Trx, userIds: readonly string[]): Promise<WaiverOwner[]> {
  return trx
    .selectFrom('feeWaivers')
    .select(['id', 'registrationId', 'userId'])
    .where((where) => where.or(userIds.map((userId) => byAccount(where, userId))))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Gives a request to whoever has it from now on, with the code of a granted one. */
export async function assignFeeWaiver(trx: Trx, { id, ...owner }: WaiverOwner): Promise<void> {
  await trx.updateTable('feeWaivers').set(owner).where('id', '=', id).execute();
  await trx
    .updateTable('activationCodes')
    .set({ holderId: owner.userId ?? owner.registrationId })
    .where('id', '=', (waiver) => waiver.selectFrom('feeWaivers').select('activationCodeId').where('id', '=', id))
    .execute();
}

/** For a closing account. */
export async function forgetFeeWaivers(trx: Trx, userId: string): Promise<void> {
  const forgotten = await trx
    .deleteFrom('feeWaivers')
    .where('id', 'in', (own) =>
      own
        .selectFrom('feeWaivers')
        .select('feeWaivers.id')
        .where((where) => byAccount(where, userId))
        .orderBy('id')
        .forUpdate(),
    )
    .returning('activationCodeId')
    .execute();
  const codes = forgotten.flatMap(({ activationCodeId }) => activationCodeId ?? []);
  await trx
    .updateTable('activationCodes')
    .set({ holderHash: null })
    .where('id', '=', sql<string>`any(${codes}::uuid[])`)
    .execute();
}
