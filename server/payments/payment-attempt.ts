import type { AttemptState, Row } from '../db/schema.ts';
import type { Approval, Decline, PaymentSource, Rejection } from '../gateways/payment/port.ts';

/** One attempt to take a payment. Its id is the gateway's order id and idempotency key. */
export const attemptColumns = [
  'id',
  'purpose',
  'subjectId',
  'state',
  'idempotencyKey',
  'requestHash',
  'amountCents',
  'purchase',
  'source',
  'outcome',
  'transactionId',
  'sends',
  'refusedSends',
  'sentAt',
  'createdAt',
  'settledAt',
] as const;
export type PaymentAttempt = Omit<Row<'paymentAttempts', typeof attemptColumns>, 'source' | 'outcome'> & {
  source: PaymentSource | null;
  outcome: StoredOutcome | null;
};

type StoredApproval = Omit<Approval, 'processedAt' | 'paymentMethod'> & { processedAt: string };

/** The outcomes that settle an attempt. */
export type SettledOutcome =
  | (StoredApproval & Pick<Approval, 'paymentMethod'>)
  | Exclude<StoredOutcome, StoredApproval>;

/** The stored outcome, without nonce and payment method, because an order outlives its payer's account. */
export type StoredOutcome = StoredApproval | Decline | Rejection | { outcome: 'covered_by_codes'; processedAt: string };

/** The sale never took place: the gateway has none, and none is on its way. */
export const neverCharged: Rejection = {
  outcome: 'rejected',
  errors: [{ field: 'not_charged', code: 'not_charged' }],
};

/** The sale was never sent, because an earlier call got no response. */
export const neverSent: Rejection = {
  outcome: 'rejected',
  errors: [{ field: 'not_charged', code: 'not_sent' }],
};

const noLongerWanted = 'no_longer_wanted';
/** Not sent again, because the purchase is no longer wanted or has changed. */
export const withdrawn: Rejection = {
  outcome: 'rejected',
  errors: [{ field: 'not_charged', code: noLongerWanted }],
};

export function isWithdrawn(outcome: SettledOutcome): boolean {
  return outcome.outcome === 'rejected' && outcome.errors.some(({ code }) => code === noLongerWanted);
}

const transitions: Record<AttemptState, readonly AttemptState[]> = {
  PENDING: ['APPROVED', 'DECLINED', 'REJECTED', 'UNKNOWN'],
  UNKNOWN: ['APPROVED', 'DECLINED', 'REJECTED', 'UNKNOWN'],
  APPROVED: [],
  DECLINED: [],
  REJECTED: [],
};

export const unsettledStates: readonly AttemptState[] = ['PENDING', 'UNKNOWN'];

export function isUnsettled(state: AttemptState): boolean {
  return unsettledStates.includes(state);
}

export function movedNothing(state: AttemptState): boolean {
  return state === 'DECLINED' || state === 'REJECTED';
}

/** Throws on a forbidden transition: the record that money moved must never be undone. */
export function assertTransition(from: AttemptState, to: AttemptState): void {
  if (!transitions[from].includes(to)) throw new Error(`A payment attempt cannot go from ${from} to ${to}`);
}

export const stateOfOutcome = {
  approved: 'APPROVED',
  covered_by_codes: 'APPROVED',
  declined: 'DECLINED',
  rejected: 'REJECTED',
} as const satisfies Record<StoredOutcome['outcome'], AttemptState>;
