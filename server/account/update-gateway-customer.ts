import { customerOf } from '../checkout/payer.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { readUser } from '../identity/user-repository.ts';

/**
 * Tells the vault the name and e-mail that somebody has now: whoever reads the gateway's books would write to the first
 * ones. Throws when the gateway gave no answer, so that the job is tried again.
 */
export async function updateGatewayCustomer(
  { db, gateway }: { db: Db; gateway: PaymentGateway },
  userId: string,
): Promise<void> {
  const user = await readUser(db, userId);
  if (!user || user.status === 'CLOSED') return;
  const { outcome } = await gateway.updateCustomer(customerOf(user));
  if (outcome !== 'updated' && outcome !== 'gone') throw new Error(`The gateway did not take a customer: ${outcome}`);
}
