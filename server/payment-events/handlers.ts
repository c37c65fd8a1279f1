import { after, type Clock, days, minutes } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { balanceDocuments } from '../documents/issue-document.ts';
import type { GatewayEvent, GatewayEventKind, PaymentGateway } from '../gateways/payment/port.ts';
import { returnRefund } from '../payments/check-refund-status.ts';
import { refundOfGateway } from '../payments/refund-repository.ts';
import { needsManualReview, recordDeclinedSettlement } from './record-declined-settlement.ts';
import { recordDispute } from './record-dispute.ts';
import { refreshUpdatedCards, retireRevokedMethod } from './stored-method-events.ts';

/** A sale with a lost response is found within minutes; its order comes with it. */
const unmatchedPauseMs = minutes(10);
const unmatchedMs = days(1);

export type EventDependencies = {
  db: Db;
  clock: Clock;
  gateway: PaymentGateway;
  log: Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
};

/**
 * Handles one kind of notification. May run twice, concurrently, out of order, and before the sale's response is
 * stored; an exception is retried. `retryAt`: not possible yet.
 */
type Handler<Kind extends GatewayEventKind> = (
  dependencies: EventDependencies,
  event: Extract<GatewayEvent, { kind: Kind }>,
  received: { occurredAt: Date; receivedAt: Date },
) => Promise<void | { retryAt: Date }>;

/** The sale or refund of a notification may not be stored yet, because its response is still in transit. */
function retryWhileNew({ clock }: EventDependencies, receivedAt: Date): { retryAt: Date } | undefined {
  const now = clock.now();
  return now < after(receivedAt, unmatchedMs) ? { retryAt: after(now, unmatchedPauseMs) } : undefined;
}

/** The handler of each kind of report. */
export const eventHandlers: { [Kind in GatewayEventKind]: Handler<Kind> } = {
  dispute: async (dependencies, { dispute }, { occurredAt, receivedAt }) => {
    const { step } = await recordDispute(dependencies, { dispute, reportedAt: occurredAt });
    if (step === 'reversed') dependencies.log.warn({ disputeId: dispute.disputeId }, 'dispute decision reversed');
    if (step !== 'unmatched') return;
    const later = retryWhileNew(dependencies, receivedAt);
    if (later) return later;
    dependencies.log.warn({ transactionId: dispute.transactionId }, 'dispute matches no order');
  },
  refund_failed: async (dependencies, { refundId, code }, { receivedAt }) => {
    const refund = await refundOfGateway(dependencies.db, refundId);
    const later = refund ? undefined : retryWhileNew(dependencies, receivedAt);
    if (later) return later;
    // Of a sale that was taken back after its payer was told that nothing was charged, or one made by hand there.
    if (!refund) return dependencies.log.error({ refundId, code }, 'unknown refund failed: manual review required');
    const found = await returnRefund({ ...dependencies, balanceDocuments }, { refund, gatewayId: refundId, code });
    if (found.step === 'failed')
      dependencies.log.error({ refundId: refund.id, code }, 'refund failed permanently: manual action required');
  },
  settlement_declined: async (dependencies, { transactionId }, { receivedAt }) => {
    const declined = await recordDeclinedSettlement(dependencies, { transactionId });
    if (declined.step === 'busy') return { retryAt: after(dependencies.clock.now(), minutes(1)) };
    const later = declined.step === 'unmatched' ? retryWhileNew(dependencies, receivedAt) : undefined;
    if (later) return later;
    if (declined.step === 'unmatched' || needsManualReview(declined))
      dependencies.log.error({ transactionId, ...declined }, 'settlement declined: manual review required');
  },
  check: async ({ log }) => log.info({}, 'gateway webhook check received'),
  cards_updated: refreshUpdatedCards,
  method_revoked: retireRevokedMethod,
};
