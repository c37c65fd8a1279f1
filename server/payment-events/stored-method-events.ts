import { after, type Clock, minutes } from '../clock.ts';
import { enqueueAll } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { lockMethods, methodsByToken } from '../payments/payment-method-repository.ts';
import { retireMethod } from '../payments/retire-method.ts';

type Dependencies = { db: Db; clock: Clock; gateway: PaymentGateway };

/** Banks have replaced cards: each affected stored one is read again from the gateway. */
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

/** The gateway's clock differs from ours, and has a resolution of seconds. */
const clocksDifferMs = minutes(1);

/**
 * Somebody revoked our permission at PayPal or Venmo: renewals that it would have paid ask for another method. If it
 * was granted again since, it stays.
 */
export async function retireRevokedMethod(
  { db, clock }: Dependencies,
  { token }: { token: string },
  { occurredAt }: { occurredAt: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMethods(trx, ...(await methodsByToken(trx, [token])).map(({ userId }) => userId));
    for (const { id, createdAt } of await methodsByToken(trx, [token]))
      if (createdAt <= after(occurredAt, clocksDifferMs)) await retireMethod(trx, { id, at: clock.now() });
  });
}
