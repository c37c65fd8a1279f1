import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { type BalanceDocuments, type Refund, readRefund, recordArrival, recordReturn } from './refund-repository.ts';

type Dependencies = { db: Db; clock: Clock; balanceDocuments: BalanceDocuments };
export type ReturnStep = { step: 'known' } | { step: 'returned' } | { step: 'failed'; code: string };

/** Checks an accepted refund. For cards and wallets the gateway reports failures, but never arrival. */
export async function checkRefundStatus(
  { db, clock, gateway, balanceDocuments }: Dependencies & { gateway: PaymentGateway },
  refundId: string,
): Promise<ReturnStep | { step: 'arrived' | 'on_its_way' | 'absent' }> {
  const refund = await readRefund(db, refundId);
  if (refund?.state !== 'SETTLING' || refund.gatewayId === null) return { step: 'known' };
  const found = await gateway.findRefund({ refundId: refund.gatewayId });
  if (found.outcome === 'failed')
    return returnRefund({ db, clock, balanceDocuments }, { refund, gatewayId: refund.gatewayId, code: found.code });
  const arrived = found.outcome === 'settled';
  await recordArrival(db, { id: refund.id, arrived, at: clock.now() });
  if (found.outcome === 'absent') return { step: 'absent' };
  return { step: arrived ? 'arrived' : 'on_its_way' };
}

/** A bank returned a refund: it is retried, or needs staff. Repeated reports count once. */
export async function returnRefund(
  { db, clock, balanceDocuments }: Dependencies,
  { refund, gatewayId, code }: { refund: Refund; gatewayId: string; code: string },
): Promise<ReturnStep> {
  const at = clock.now();
  const returned = await db
    .transaction()
    .execute((trx) => recordReturn(trx, { refund, gatewayId, code, balanceDocuments, at }));
  if (!returned) return { step: 'known' };
  return returned.retryAt === null ? { step: 'failed', code } : { step: 'returned' };
}
