import { sql } from 'kysely';
import { gatewayCustomerOf } from '../../checkout/payer.ts';
import { after, type Clock, hours } from '../../clock.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { Db, DbOrTrx } from '../../db/pool.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { readUser } from '../../identity/user-repository.ts';

const pauseMs = hours(1);

/** Queues the deletion of a closed account's customer at the gateway. */
export function enqueueCustomerDeletion(
  db: DbOrTrx,
  { userId, runAt }: { userId: string; runAt?: Date },
): Promise<void> {
  return enqueue(db, {
    name: 'delete-gateway-customer',
    payload: { userId },
    key: `delete-customer:${userId}`,
    ...(runAt && { runAt }),
  });
}

/**
 * Deletes a closed account's customer at the gateway, with name, e-mail and stored methods. Waits while a payment or
 * refund of theirs is unsettled, or while a method of this customer is charged for somebody else.
 */
export async function deleteGatewayCustomer(
  { db, clock, gateway }: { db: Db; clock: Clock; gateway: PaymentGateway },
  userId: string,
): Promise<{ retryAt: Date | null }> {
  const user = await readUser(db, userId);
  if (user?.status !== 'CLOSED') return { retryAt: null };
  const { id: customerId } = gatewayCustomerOf(user);
  const later = { retryAt: after(clock.now(), pauseMs) };
  if (await isStillNeeded(db, { userId, customerId })) return later;
  const { outcome } = await gateway.deleteCustomer({ customerId });
  return outcome === 'unknown' ? later : { retryAt: null };
}

type Customer = { userId: string; customerId: string };

/**
 * A merge moves methods to the surviving record; in an import both parents may share one customer, or two accounts of
 * one person.
 */
async function isStillNeeded(db: DbOrTrx, { userId, customerId }: Customer): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from payment_attempts
        where state in ('PENDING', 'UNKNOWN') and purchase #>> '{payer,customer,id}' = ${customerId})
      or exists (select from refunds where user_id = ${userId} and state in ('PENDING', 'SETTLING'))
      or exists (select from payment_methods where id in (
        select jsonb_array_elements_text(before -> 'methods')::uuid from account_merges
        where ended_user_id = ${userId} and undone_at is null))
      or exists (select from users where gateway_customer_id = ${customerId} and status <> 'CLOSED') as needed`.execute(
    db,
  );
  return rows[0]?.needed ?? false;
}
