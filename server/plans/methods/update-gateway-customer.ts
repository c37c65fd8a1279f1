import { gatewayCustomerOf } from '../../checkout/payer.ts';
import type { Db } from '../../db/pool.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { readUser } from '../../identity/user-repository.ts';

/**
 * Updates the user's name and e-mail in the gateway's vault, because its operators use them to contact payers. Throws
 * if there is no response, so that the job is retried.
 */
export async function updateGatewayCustomer(
  { db, gateway }: { db: Db; gateway: PaymentGateway },
  userId: string,
): Promise<void> {
  const user = await readUser(db, userId);
  if (!user || user.status === 'CLOSED') return;
  const { outcome } = await gateway.updateCustomer(gatewayCustomerOf(user));
  if (outcome !== 'updated' && outcome !== 'gone') throw new Error(`Gateway customer update failed: ${outcome}`);
}
