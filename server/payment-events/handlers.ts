import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { GatewayEvent, GatewayEventKind } from '../gateways/payment/port.ts';

export type EventDependencies = {
  db: Db;
  clock: Clock;
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
  check: async ({ log }) => log.info({}, 'the payment gateway tried its webhook'),
};
