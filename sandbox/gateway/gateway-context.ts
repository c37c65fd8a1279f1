import type { Clock } from './clock.ts';
import type { Params } from './params.ts';
import type { PaymentMethodRecord, TransactionRecord } from './records.ts';
import type { Store } from './store.ts';
import type { ValidationError } from './validation-errors.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What every part of the gateway uses. */
export type GatewayContext = {
  store: Store;
  clock: Clock;
  merchantId: string;
  publicUrl: string;
  /** How long until a sale's batch settles. */
  settlementDelayMs: number;
  webhooks: Webhooks;
};

export type GatewayRequest = { context: GatewayContext; params: Params };

/** A transaction, or a stored method, with its context. */
export type GatewayTransaction = { context: GatewayContext; transaction: TransactionRecord };
export type GatewayPaymentMethod = { context: GatewayContext; method: PaymentMethodRecord };

/** A request that was understood but not carried out. */
export type Refused = { errors: readonly ValidationError[] };
