import type { Day } from '#contract/fields/day.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import type { Authentication, AuthenticationRule } from './authentication.ts';
import type { BookedTransaction } from './booked-transaction.ts';
import type { GatewayCustomer } from './customer.ts';

/**
 * The payment gateway. Every amount is an integer number of US cents. A refusal is a value. `unknown` means that the
 * money may or may not have moved: no further payment until `findSale` has clarified it.
 */
export type { GatewayCustomer };

export type BillingAddress = {
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
};

/** Both: a nonce created from a stored method, so that its holder could be authenticated. */
export type PaymentSource = Nonce | StoredToken | (Nonce & StoredToken);
type Nonce = { nonce: string };
type StoredToken = { paymentMethodToken: string };

export type PaymentMethodDetails = {
  type: PaymentType;
  /** The vault's token; null if the method was used once and not stored. */
  token: string | null;
  cardLastFour: string | null;
  cardBrand: string | null;
  /** Two digits. */
  expirationMonth: string | null;
  /** Four digits. */
  expirationYear: string | null;
  /** PayPal e-mail or Venmo user name. */
  accountLabel: string | null;
};

export type DeclineReason =
  | 'insufficient_funds'
  | 'card_declined'
  | 'call_issuer'
  | 'expired_card'
  | 'card_number'
  | 'cvv'
  | 'address'
  | 'fraud'
  | 'duplicate'
  | 'application_incomplete'
  | 'paypal_declined'
  | 'venmo_declined'
  | 'wallet_card_declined'
  | 'verification_declined'
  | 'authentication_required'
  | 'processor_unavailable';

/**
 * `soft`: the same method may succeed later. `hard`: it will not, another one is needed. Nothing was charged in either
 * case.
 */
export type Decline = { outcome: 'declined'; code: string; kind: 'soft' | 'hard'; reason: DeclineReason };

/**
 * What was sent cannot be charged, and nothing was. `payment_method`: enter the card again (used, expired or unknown
 * nonce, unknown token); `authentication`: authenticate it again, it was for another amount or merchant account;
 * `one_time_account`: a wallet account that cannot be stored for renewals; `not_offered`: a wallet where only cards are
 * accepted; `not_charged`: the gateway never received the sale.
 */
export type RejectedField =
  | 'payment_method'
  | 'authentication'
  | 'one_time_account'
  | 'not_offered'
  | 'switched_off'
  | 'not_charged'
  | 'number'
  | 'expirationDate'
  | 'cvv'
  | 'billing'
  | 'amount'
  | 'customer'
  | 'other';
export type Rejection = { outcome: 'rejected'; errors: { field: RejectedField; code: string }[] };

export type UnknownCause =
  | 'timeout'
  | 'connection'
  | 'rate_limited'
  | 'unavailable'
  | 'server_error'
  | 'unreadable'
  | 'credentials'
  | 'in_flight'
  | 'key_conflict';

/**
 * Causes by which the gateway says that it did not accept a request. Confirm by a search: a proxy may have sent the
 * response.
 */
export const notAcceptedCauses: ReadonlySet<UnknownCause> = new Set(['rate_limited', 'unavailable']);

export type Unknown = { outcome: 'unknown'; cause: UnknownCause };

/** A call before the sale had no response: this attempt sent no sale. */
export type NotSent = { outcome: 'not_sent'; cause: UnknownCause };

export type Approval = {
  outcome: 'approved';
  transactionId: string;
  amountCents: number;
  paymentMethod: PaymentMethodDetails;
  /** Null if nobody was asked to authenticate. */
  authentication: Authentication | null;
  processedAt: Date;
};

export type SaleOutcome = Approval | Decline | Rejection | NotSent | Unknown;

export type SaleRequest = {
  /** Id of the payment attempt. Also the idempotency key: the same id is charged once however often it is sent. */
  orderId: string;
  amountCents: number;
  source: PaymentSource;
  customer: GatewayCustomer;
  billing: BillingAddress | null;
  cardholderName: string | null;
  /** Store the method for renewals if the sale succeeds. */
  storeInVault: boolean;
  /** Fraud data collected in the browser, passed on unread. */
  deviceData: string | null;
  /** `first`: the person is present and agrees to renewals. `subsequent`: a renewal. */
  recurring: 'first' | 'subsequent' | null;
  authentication: AuthenticationRule;
  /** No wallet, whatever the browser says a nonce is. */
  cardsOnly: boolean;
};

/**
 * `absent` is what the gateway knows now: a sale still in transit appears later, so ask again at least 60 s after the
 * last send.
 */
export type FindSaleOutcome = { outcome: 'found'; sale: Approval | Decline } | { outcome: 'absent' } | Unknown;

/** `settled`: too late to void, refund instead. `already_voided` leaves nothing to do. */
export type VoidOutcome =
  | { outcome: 'voided' }
  | { outcome: 'refused'; reason: 'settled' | 'already_voided' | 'not_found' | 'other'; code: string }
  | Unknown;

/** `not_settled`: void instead, or wait. */
export type RefundOutcome =
  | { outcome: 'refunded'; refundId: string; amountCents: number }
  | {
      outcome: 'refused';
      reason: 'not_settled' | 'already_refunded' | 'too_large' | 'declined' | 'not_found' | 'other';
      code: string;
    }
  | Unknown;

/** The state of an accepted refund. `failed`: its bank declined it, and no money was returned. */
export type FindRefundOutcome =
  | { outcome: 'settling' }
  | { outcome: 'settled' }
  | { outcome: 'failed'; code: string }
  | { outcome: 'absent' }
  | Unknown;

/** The void or the refunds of a sale; `credits`: refunds that are settled or pending. */
export type FindReversalsOutcome =
  | { outcome: 'found'; isVoided: boolean; credits: { refundId: string; amountCents: number }[] }
  | Unknown;

export type VaultRequest = {
  nonce: string;
  /** Created at the gateway if it does not exist yet. */
  customer: GatewayCustomer;
  billing: BillingAddress | null;
  cardholderName: string | null;
  deviceData: string | null;
  authentication: AuthenticationRule;
  cardsOnly: boolean;
};
export type VaultOutcome =
  | {
      outcome: 'vaulted';
      paymentMethod: PaymentMethodDetails & { token: string };
      authentication: Authentication | null;
    }
  | Decline
  | Rejection
  | Unknown;

/** `gone`: it can no longer be charged. */
export type FindMethodOutcome =
  | { outcome: 'found'; paymentMethod: PaymentMethodDetails }
  | { outcome: 'gone' }
  | Unknown;
/** `bin`: the first digits of the card, by which its issuer is found; null if it is not a card. */
export type NonceOutcome = { outcome: 'made'; nonce: string; bin: string | null } | { outcome: 'gone' } | Unknown;
/** Tokens of stored cards that their banks have updated. */
export type UpdatedCards = { outcome: 'read'; tokens: string[] } | Unknown;

/** What is already gone counts as deleted. */
export type DeleteOutcome = { outcome: 'deleted' } | Unknown;
/** `gone`: the vault stores nothing of this person. */
export type UpdateCustomerOutcome = { outcome: 'updated' | 'gone' } | Rejection | Unknown;

/** `ACCEPTED`: conceded by us or for us. `EXPIRED`: not answered in time. */
export type DisputeState = 'OPEN' | 'DISPUTED' | 'UNDER_REVIEW' | 'EXPIRED' | 'ACCEPTED' | 'LOST' | 'WON';

/** A payment disputed by its payer's bank. A `RETRIEVAL` is only an inquiry; the others withdraw the money. */
export type GatewayDispute = {
  disputeId: string;
  transactionId: string;
  kind: 'CHARGEBACK' | 'PRE_ARBITRATION' | 'RETRIEVAL';
  state: DisputeState;
  /** The gateway's term. */
  reason: string;
  amountCents: number;
  /** The part of a won dispute that we keep; null if the gateway does not say. */
  wonCents: number | null;
  /** Last day for evidence; null if none is required. */
  replyBy: Day | null;
};

export type FindTransactionsOutcome = { outcome: 'found'; transactions: BookedTransaction[] } | Unknown;
export type FindDisputesOutcome = { outcome: 'found'; disputes: GatewayDispute[] } | Unknown;

/** A webhook notification, reduced to what is acted on. Each kind has its handler in `payment-events`. */
export type GatewayEvent =
  | { kind: 'check' }
  | { kind: 'dispute'; dispute: GatewayDispute }
  | { kind: 'cards_updated'; reportUrl: string }
  | { kind: 'method_revoked'; token: string }
  | { kind: 'refund_failed'; refundId: string; code: string }
  | { kind: 'settlement_declined'; transactionId: string };
export type GatewayEventKind = GatewayEvent['kind'];

export type GatewayNotification = {
  /** Equal for every delivery of one notification: the gateway gives notifications no id. */
  id: string;
  /** The gateway's term. */
  kind: string;
  occurredAt: Date;
  /** Null if this kind is ignored, or the notification cannot be read. */
  event: GatewayEvent | null;
};

export type PaymentGateway = {
  /** Origins that the content security policy must allow. */
  browserOrigins: { script: string[]; frame: string[]; connect: string[]; image: string[]; form: string[] };
  /**
   * What the browser needs to show card fields and wallets; valid for 24 hours. `country` is ISO alpha-2. Throws
   * `PaymentGatewayFault`.
   */
  clientToken(request: { country: string | null }): Promise<string>;
  sale(request: SaleRequest): Promise<SaleOutcome>;
  /** The sale made under an order id; `amountCents` narrows the search where ids might be shared. */
  findSale(request: { orderId: string; amountCents?: number }): Promise<FindSaleOutcome>;
  /** Voids an unsettled sale. */
  void(request: { transactionId: string }): Promise<VoidOutcome>;
  /** Refunds a settled sale, wholly or in part. */
  refund(request: { transactionId: string; amountCents: number; idempotencyKey: string }): Promise<RefundOutcome>;
  /** Verifies and vaults a payment method without charging it. */
  vault(request: VaultRequest): Promise<VaultOutcome>;
  /** A stored method's current state: banks replace cards. */
  findPaymentMethod(request: { token: string }): Promise<FindMethodOutcome>;
  /** A nonce for a stored method, with which its holder, who is present, can be authenticated. */
  createNonce(request: { token: string }): Promise<NonceOutcome>;
  /** Reads the file of an `account_updater_daily_report`. */
  readUpdatedCards(request: { reportUrl: string }): Promise<UpdatedCards>;
  deletePaymentMethod(request: { token: string }): Promise<DeleteOutcome>;
  updateCustomer(customer: GatewayCustomer): Promise<UpdateCustomerOutcome>;
  /** Including all stored methods. Sales stay, and can be refunded. */
  deleteCustomer(request: { customerId: string }): Promise<DeleteOutcome>;
  findRefund(request: { refundId: string }): Promise<FindRefundOutcome>;
  findReversals(request: { transactionId: string }): Promise<FindReversalsOutcome>;
  /** All transactions created in `[from, until)`. */
  findTransactions(request: { from: Date; until: Date }): Promise<FindTransactionsOutcome>;
  /** Every dispute that the gateway received on a day or later. */
  findDisputes(request: { receivedSince: Day }): Promise<FindDisputesOutcome>;
  /** Parses a notification, which anybody can post: null unless the gateway signed it. Makes no call. */
  parseNotification(signed: { signature: string; payload: string }): Promise<GatewayNotification | null>;
  /** Proves to the gateway that the webhook address is ours. The challenge is hexadecimal. */
  answerChallenge(challenge: string): string;
};

/** A call to the gateway failed where no money is at stake. */
export class PaymentGatewayFault extends Error {
  readonly reason: UnknownCause;

  constructor(reason: UnknownCause, options: { cause: unknown }) {
    super(`Payment gateway request failed: ${reason}`, options);
    this.name = 'PaymentGatewayFault';
    this.reason = reason;
  }
}
