import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

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
  'replacedAt',
] as const;
export type PaymentMethod = Row<'paymentMethods', typeof methodColumns>;

/** The method a person's renewals are charged to; null when none is kept. */
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

export async function readMethod(db: DbOrTrx, id: string): Promise<PaymentMethod | null> {
  return (await db.selectFrom('paymentMethods').select(methodColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Marks every method of a person but the default as replaced and returns those that were not yet; `all` spares none.
 */
export async function retireMethods(
  trx: Trx,
  { userId, at, all = false }: { userId: string; at: Date; all?: boolean },
): Promise<string[]> {
  const retired = await trx
    .updateTable('paymentMethods')
    .set({ replacedAt: at, isDefault: false })
    .where('userId', '=', userId)
    .where('replacedAt', 'is', null)
    .$if(!all, (query) => query.where('isDefault', '=', false))
    .returning('id')
    .execute();
  return retired.map(({ id }) => id);
}

/** Forgets a method that the gateway has deleted. What receipts show of it stays with their orders. */
export async function forgetMethod(db: DbOrTrx, id: string): Promise<void> {
  await db.deleteFrom('paymentMethods').where('id', '=', id).where('isDefault', '=', false).execute();
}
