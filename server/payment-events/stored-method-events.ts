import { after, type Clock, minutes } from '../clock.ts';
import { enqueueAll } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { methodsByToken } from '../payments/payment-method-repository.ts';
import { retireMethod } from '../payments/retire-method.ts';

type Dependencies = { db: Db; clock: Clock; gateway: PaymentGateway };

/** Banks have replaced cards: each affected one of ours is read again from the gateway. */
export async function refreshUpdatedCards(
  { db, clock, gateway }: Dependencies,
  { reportUrl }: { reportUrl: string },
): Promise<void | { retryAt: Date }> {
  const report = await gateway.readUpdatedCards({ reportUrl });
  if (report.outcome === 'unknown') return { retryAt: after(clock.now(), minutes(10)) };
  const methods = await methodsByToken(db, report.tokens);
  await enqueueAll(db, {
    name: 'refresh-payment-method',
    jobs: methods.map(({ id }) => ({ payload: { paymentMethodId: id }, key: `refresh-method:${id}` })),
  });
}

/** The gateway's clock is not ours, and it states seconds. */
const clocksDifferMs = minutes(1);

/**
 * Somebody withdrew at PayPal or Venmo what they allowed us: what it would have paid asks for another method. Allowed
 * again since, it stays.
 */
export async function retireRevokedMethod(
  { db, clock }: Dependencies,
  { token }: { token: string },
  { occurredAt }: { occurredAt: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id, createdAt } of await methodsByToken(trx, [token]))
      if (createdAt <= after(occurredAt, clocksDifferMs)) await retireMethod(trx, { id, at: clock.now() });
  });
}
