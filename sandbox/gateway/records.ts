import type { DisputeRecord } from './disputes/dispute-record.ts';

/**
 * The sandbox's records. Money is integer cents; times are ISO texts. No record contains a card number or a security
 * code.
 */

export type Address = {
  firstName: string | null;
  lastName: string | null;
  streetAddress: string | null;
  extendedAddress: string | null;
  locality: string | null;
  region: string | null;
  postalCode: string | null;
  countryCodeAlpha2: string | null;
};

/**
 * How an instrument behaves when it is charged or verified: decided by its number when it is tokenised, because the
 * number is not stored.
 */
export type Behaviour =
  | 'normal'
  | 'verification_declined'
  | 'fraud'
  | 'risk_threshold'
  | 'do_not_honor'
  | 'insufficient_funds'
  | 'authentication_required'
  | 'renewals_declined'
  | 'answer_lost'
  | 'never_arrives'
  | 'refunds_declined'
  | 'first_refund_declined'
  | 'wallet_declined'
  | 'disputed'
  | 'luhn_invalid';

/** The bank's response when asked to authenticate a card: decided by its number. */
export type AuthenticationCase =
  | 'frictionless_successful'
  | 'frictionless_failed'
  | 'attempted'
  | 'unavailable'
  | 'rejected'
  | 'lookup_unavailable'
  | 'lookup_error'
  | 'lookup_timed_out'
  | 'bypassed'
  | 'challenge_successful'
  | 'challenge_failed'
  | 'challenge_unavailable'
  | 'challenge_error';

/** The result of a 3-D Secure authentication, carried by the nonce and by what is created from it. */
export type ThreeDSecureInfo = {
  status: string;
  enrolled: 'Y' | 'U' | 'B';
  /** Y authenticated, A attempted, N not authenticated, R rejected, U unavailable, C challenge required. */
  transStatus: 'Y' | 'A' | 'N' | 'R' | 'U' | 'C' | null;
  liabilityShifted: boolean;
  liabilityShiftPossible: boolean;
  version: string;
  eciFlag: string | null;
  cavv: string | null;
  dsTransactionId: string;
  isChallenged: boolean;
  /** Of the payment it was for: it is not valid for another amount. Missing on test nonces, which are valid for any. */
  amountCents?: number;
};

/** M match, N no match, U not verified, S issuer does not participate, I not provided. */
export type CheckResult = 'M' | 'N' | 'U' | 'S' | 'I';

export type Card = {
  kind: 'credit_card';
  bin: string;
  lastFour: string;
  cardType: string;
  expirationMonth: string;
  expirationYear: string;
  cardholderName: string | null;
  /** Salted: only shows whether two cards are equal. */
  fingerprint: string;
  cvvResult: CheckResult;
  billing: Address | null;
  behaviour: Behaviour;
  /** Missing if no case is published for the card. */
  authentication?: AuthenticationCase;
};
export type PayPalAccount = {
  kind: 'paypal_account';
  email: string;
  payerId: string;
  oneTime: boolean;
  behaviour: Behaviour;
};
export type VenmoAccount = { kind: 'venmo_account'; username: string; venmoUserId: string; behaviour: Behaviour };
/** A card of Apple Pay or Google Pay: the device's number, never the card's own. */
export type DeviceCard = {
  kind: 'apple_pay_card' | 'android_pay_card';
  cardType: string;
  bin: string;
  lastFour: string;
  expirationMonth: string;
  expirationYear: string;
  behaviour: Behaviour;
};
export type Instrument = Card | PayPalAccount | VenmoAccount | DeviceCard;

export type NonceRecord = {
  nonce: string;
  instrument: Instrument;
  createdAt: string;
  consumed: boolean;
  vaultToken: string | null;
  threeDSecure?: ThreeDSecureInfo | null;
};

export type CustomerRecord = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  createdAt: string;
  updatedAt: string;
};

export type PaymentMethodRecord = {
  token: string;
  customerId: string;
  instrument: Instrument;
  isDefault: boolean;
  approvedSales: number;
  verificationId: string | null;
  createdAt: string;
  updatedAt: string;
};

/** A change that the account updater reported. */
export type CardUpdateRecord = {
  id: string;
  at: string;
  token: string;
  customerId: string;
  before: { lastFour: string; expiry: string };
  after: { lastFour: string; expiry: string };
};

export type Verdict = {
  status: 'approved' | 'processor_declined' | 'gateway_rejected' | 'failed';
  responseCode: string | null;
  responseText: string;
  responseType: 'approved' | 'soft_declined' | 'hard_declined' | null;
  rejectionReason: string | null;
};

export type Checks = { cvv: CheckResult; avsPostalCode: CheckResult; avsStreetAddress: CheckResult };

export type VerificationRecord = {
  id: string;
  instrument: Card;
  verdict: Verdict;
  checks: Checks;
  threeDSecure?: ThreeDSecureInfo | null;
  amountCents: number;
  createdAt: string;
};

export type TransactionStatus =
  | 'authorized'
  | 'submitted_for_settlement'
  | 'settling'
  | 'settlement_confirmed'
  | 'settled'
  | 'settlement_pending'
  | 'settlement_declined'
  | 'voided'
  | 'processor_declined'
  | 'gateway_rejected'
  | 'failed';

export type TransactionRecord = {
  id: string;
  type: 'sale' | 'credit';
  status: TransactionStatus;
  history: { status: TransactionStatus; at: string; amountCents: number }[];
  amountCents: number;
  orderId: string | null;
  customer: { id: string | null; firstName: string | null; lastName: string | null; email: string | null };
  billing: Address | null;
  instrument: Instrument;
  paymentMethodToken: string | null;
  verdict: Verdict;
  checks: Checks;
  transactionSource: string | null;
  threeDSecure?: ThreeDSecureInfo | null;
  /** Missing in earlier records. */
  deviceDataCaptured?: boolean;
  /** The account it is booked on, which decides the currency. Missing in earlier records. */
  merchantAccountId?: string;
  refundedTransactionId: string | null;
  disputes?: DisputeRecord[];
  /** A refund's key in its sale. */
  refundIds: string[];
  submittedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** `refund_failed`: a refund that was returned. `dispute`: taken back by the payer's bank. */
export type LedgerKind =
  | 'sale'
  | 'void'
  | 'refund'
  | 'refund_failed'
  | 'settlement_declined'
  | 'dispute'
  | 'dispute_won';

/** Double entry: what leaves `debit` arrives at `credit`. */
export type LedgerEntry = {
  id: number;
  at: string;
  kind: LedgerKind;
  transactionId: string;
  orderId: string | null;
  debit: 'customer' | 'merchant';
  credit: 'customer' | 'merchant';
  amountCents: number;
};

export type KeyRecord = {
  key: string;
  requestHash: string;
  /** Null: its request had invalid fields. */
  transactionId: string | null;
  httpStatus: number;
  createdAt: string;
};
