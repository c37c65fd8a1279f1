import { sql } from 'kysely';
import type { Trx } from '../db/pool.ts';
import type { PaymentMethodDetails } from '../gateways/payment/port.ts';
import { lockMethods } from './payment-method-repository.ts';

export type ImportedMethod = PaymentMethodDetails & { id: string; userId: string; token: string };

/**
 * Stores the methods that another system had vaulted at the gateway. A user who has stored one here keeps being charged
 * by that; a closed account gets none. Returns those users who are now charged by the imported one.
 */
export async function storeImportedMethods(
  trx: Trx,
  { methods, at }: { methods: readonly ImportedMethod[]; at: Date },
): Promise<string[]> {
  const userIds = methods.map(({ userId }) => userId);
  await lockMethods(trx, ...userIds);
  const able = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('status', '!=', 'CLOSED')
    .where(sql<boolean>`not exists (select from payment_methods where user_id = users.id and is_default)`)
    .execute();
  const mayStore = new Set(able.map(({ id }) => id));
  const stored = methods.filter(({ userId }) => mayStore.has(userId));
  if (stored.length > 0)
    await trx
      .insertInto('paymentMethods')
      .values(stored.map((method) => ({ ...method, isDefault: true, createdAt: at })))
      .execute();
  return stored.map(({ userId }) => userId);
}
