import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import type { PaymentMethodDetails } from '../gateways/payment/port.ts';

const methodColumns = [
  'id',
  'userId',
  'type',
  'token',
  'cardLastFour',
  'cardBrand',
  'expirationMonth',
  'expirationYear',
  'accountLabel',
  'isDefault',
  'isBackup',
  'backupAgreedAt',
  'replacedAt',
] as const;
export type PaymentMethod = Row<'paymentMethods', typeof methodColumns>;

/** The method for a user's renewals; null if none is stored. */
export async function defaultMethod(db: DbOrTrx, userId: string): Promise<PaymentMethod | null> {
  return (
    (await db
      .selectFrom('paymentMethods')
      .select(methodColumns)
      .where('userId', '=', userId)
      .where('isDefault', '=', true)
      .executeTakeFirst()) ?? null
  );
}

/** The method that is kept beside the default one; null if there is none. */
export async function backupMethod(db: DbOrTrx, userId: string): Promise<PaymentMethod | null> {
  return (
    (await db
      .selectFrom('paymentMethods')
      .select(methodColumns)
      .where('userId', '=', userId)
      .where('isBackup', '=', true)
      .executeTakeFirst()) ?? null
  );
}

/** The method that a renewal is charged to first: without a default one, the backup, if its holder turned that on. */
export async function methodForRenewals(db: DbOrTrx, userId: string): Promise<PaymentMethod | null> {
  const [method, backup] = [await defaultMethod(db, userId), await backupMethod(db, userId)];
  return method ?? (backup?.backupAgreedAt ? backup : null);
}

export async function readMethod(db: DbOrTrx, id: string): Promise<PaymentMethod | null> {
  return (await db.selectFrom('paymentMethods').select(methodColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Methods in use, by gateway token. All tokens are passed in one parameter. */
export async function methodsByToken(
  db: DbOrTrx,
  tokens: readonly string[],
): Promise<{ id: string; userId: string; createdAt: Date }[]> {
  return db
    .selectFrom('paymentMethods')
    .select(['id', 'userId', 'createdAt'])
    .where('token', '=', sql<string>`any(${tokens}::text[])`)
    .where('replacedAt', 'is', null)
    .execute();
}

/** Updates what is displayed of a method to the gateway's current data. */
export async function updateMethod(
  trx: Trx,
  { id, details }: { id: string; details: PaymentMethodDetails },
): Promise<void> {
  const { cardLastFour, cardBrand, expirationMonth, expirationYear, accountLabel } = details;
  await trx
    .updateTable('paymentMethods')
    .set({ cardLastFour, cardBrand, expirationMonth, expirationYear, accountLabel })
    .where('id', '=', id)
    .execute();
}

/** Serialises concurrent changes to people's stored methods. Locked after subscriptions. */
export async function lockMethods(trx: Trx, ...userIds: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(id, 7))
    from (select id from unnest(${userIds}::text[]) as id order by id) as people`.execute(trx);
}

/**
 * Deletes a replaced method that the gateway has deleted; false if it is in use again. Orders keep what their receipts
 * show of it.
 */
export async function forgetMethod(db: DbOrTrx, id: string): Promise<boolean> {
  const forgotten = await db
    .deleteFrom('paymentMethods')
    .where('id', '=', id)
    .where('isDefault', '=', false)
    .where('isBackup', '=', false)
    .returning('id')
    .executeTakeFirst();
  return forgotten !== undefined;
}

/**
 * Moves stored methods (default: all) to another record of their payer; returns the moved ones. A backup is one no
 * more: the other record may have one.
 */
export async function assignMethods(
  trx: Trx,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<string[]> {
  if (ids?.length === 0) return [];
  await lockMethods(trx, from, to);
  const moved = await trx
    .updateTable('paymentMethods')
    .set({ userId: to, isBackup: false, backupAgreedAt: null })
    .where('userId', '=', from)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}
