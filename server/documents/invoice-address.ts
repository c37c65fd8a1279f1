import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';

const columns = ['email', 'addedAt', 'agreedAt'] as const;
/** `agreedAt`: when its reader agreed, by a mailed link; null: it gets nothing yet. */
export type InvoiceAddress = Row<'invoiceAddresses', typeof columns>;

/** The second address for a payer's invoices and credit notes: their accountant's, for example. */
export async function readInvoiceAddress(db: DbOrTrx, userId: string): Promise<InvoiceAddress | null> {
  const row = await db.selectFrom('invoiceAddresses').select(columns).where('userId', '=', userId).executeTakeFirst();
  return row ?? null;
}

/** In place of an earlier one, which gets nothing from now on. */
export async function storeInvoiceAddress(
  trx: Trx,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  const address = { email, addedAt: at, agreedAt: null };
  await trx
    .insertInto('invoiceAddresses')
    .values({ userId, ...address })
    .onConflict((on) => on.column('userId').doUpdateSet(address))
    .execute();
}

export async function markAgreed(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await trx.updateTable('invoiceAddresses').set({ agreedAt: at }).where('userId', '=', userId).execute();
}

/** False if there was none. */
export async function deleteInvoiceAddress(trx: Trx, userId: string): Promise<boolean> {
  const removed = await trx.deleteFrom('invoiceAddresses').where('userId', '=', userId).returning('userId').execute();
  return removed.length > 0;
}
