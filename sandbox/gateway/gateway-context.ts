import type { Clock } from './clock.ts';
import type { Params } from './params.ts';
import type { PaymentMethodRecord, TransactionRecord } from './records.ts';
import type { Store } from './store.ts';
import type { ValidationError } from './validation-errors.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What every part of the gateway works on. */
export type GatewayContext = {
  store: Store;
  clock: Clock;
  merchantId: string;
  publicUrl: string;
  /** How long a sale waits before its batch settles. */
  settlementDelayMs: number;
  webhooks: Webhooks;
};

/** What a request asks of it. */
export type GatewayRequest = { context: GatewayContext; params: Params };

/** A transaction, or a stored method, in its gateway. */
export type GatewayTransaction = { context: GatewayContext; transaction: TransactionRecord };
export type GatewayPaymentMethod = { context: GatewayContext; method: PaymentMethodRecord };

/** A request that was understood and not carried out. */
export type Refused = { errors: readonly ValidationError[] };
