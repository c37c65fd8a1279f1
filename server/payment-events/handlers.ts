import { after, type Clock, days, minutes } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { GatewayEvent, GatewayEventKind, PaymentGateway } from '../gateways/payment/port.ts';
import { recordDispute } from './record-dispute.ts';
import { refreshUpdatedCards, retireRevokedMethod } from './stored-method-events.ts';

/** A sale whose answer was lost is found within minutes; its order comes with it. */
const unmatchedPauseMs = minutes(10);
const unmatchedMs = days(1);

export type EventDependencies = {
  db: Db;
  clock: Clock;
  gateway: PaymentGateway;
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void };
};

/**
 * Does what a report is the reason for. It may run twice, at the same time as itself, after later reports and before
 * the answer of the sale that it is about; what it throws is tried again. `askAgainAt`: nothing can be done yet.
 */
type Handler<Kind extends GatewayEventKind> = (
  dependencies: EventDependencies,
  event: Extract<GatewayEvent, { kind: Kind }>,
  received: { occurredAt: Date; receivedAt: Date },
) => Promise<void | { askAgainAt: Date }>;

/** What is done about each kind of report. */
export const eventHandlers: { [Kind in GatewayEventKind]: Handler<Kind> } = {
  dispute: async (dependencies, { dispute }, { occurredAt, receivedAt }) => {
    const { step } = await recordDispute(dependencies, { dispute, reportedAt: occurredAt });
    if (step === 'reversed')
      dependencies.log.warn({ disputeId: dispute.disputeId }, 'a decision of a bank was reversed');
    if (step !== 'unmatched') return;
    const now = dependencies.clock.now();
    if (now < after(receivedAt, unmatchedMs)) return { askAgainAt: after(now, unmatchedPauseMs) };
    dependencies.log.warn({ transactionId: dispute.transactionId }, 'a dispute is about no order of ours');
  },
  check: async ({ log }) => log.info({}, 'the payment gateway tried its webhook'),
  cards_updated: refreshUpdatedCards,
  method_revoked: retireRevokedMethod,
};
