import type { GatewayContext, GatewayRequest, GatewayTransaction, Refused } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import { text } from '../params.ts';
import { judgeRefund, refundDeclined, settlementOf } from '../processor.ts';
import type { TransactionRecord, TransactionStatus } from '../records.ts';
import { validationError } from '../validation-errors.ts';
import { parseAmount } from './amounts.ts';
import { findTransaction, moveTransaction } from './transactions.ts';

type TransactionResult = { transaction: TransactionRecord };
type ReversalRequest = GatewayRequest & GatewayTransaction;

const voidable = new Set(['authorized', 'submitted_for_settlement']);

/** Cancels what has not settled. */
export function voidTransaction({ context, transaction }: ReversalRequest): TransactionResult | Refused {
  if (!voidable.has(transaction.status)) return refused('base', '91504');
  return { transaction: moveTransaction({ context, transaction, status: 'voided' }) };
}

/** After a returned refund its sale can be refunded again. */
const movedNothing: ReadonlySet<TransactionStatus> = new Set(['voided', 'settlement_declined']);

/** Refunds all or part of a settled sale, never more than the rest. */
export function refundTransaction({ context, transaction, params }: ReversalRequest): TransactionResult | Refused {
  if (transaction.type === 'credit') return refused('base', '91505');
  if (transaction.status === 'settling') return refused('base', '91574');
  if (transaction.status !== 'settled') return refused('base', '91506');
  const refundedCents = transaction.refundIds
    .map((id) => findTransaction({ context, id }))
    .reduce((sum, credit) => (credit && !movedNothing.has(credit.status) ? sum + credit.amountCents : sum), 0);
  const leftCents = transaction.amountCents - refundedCents;
  if (leftCents === 0) return refused('base', '91512');
  const requested = text(params, 'amount') === null ? { cents: leftCents } : parseAmount(text(params, 'amount'));
  if ('error' in requested) return { errors: [requested.error] };
  if (requested.cents > leftCents) return refused('amount', '91521');
  const credit = creditFor({
    transaction,
    amountCents: requested.cents,
    orderId: text(params, 'order_id'),
    at: context.clock.now(),
  });
  const byAmount = judgeRefund({ amountCents: requested.cents, instrument: transaction.instrument });
  // A declined refund is stored but does not count towards its sale: it moved nothing.
  const verdict = isRefundDeclined({ context, transaction }) ? refundDeclined : byAmount;
  const judged = { ...credit, verdict };
  return {
    transaction:
      verdict.status === 'approved'
        ? acceptCredit({ context, credit: judged, transaction })
        : moveTransaction({ context, transaction: judged, status: 'processor_declined' }),
  };
}

type Credit = { context: GatewayContext; credit: TransactionRecord };

type NewCredit = { transaction: TransactionRecord; amountCents: number; orderId: string | null; at: Date };

function creditFor({ transaction, amountCents, orderId, at }: NewCredit): TransactionRecord {
  return {
    ...transaction,
    id: newId(8),
    type: 'credit',
    status: 'submitted_for_settlement',
    history: [],
    amountCents,
    orderId: orderId ?? transaction.orderId,
    refundedTransactionId: transaction.id,
    refundIds: [],
    disputes: [],
    submittedAt: null,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
}

function acceptCredit({
  context,
  credit,
  transaction,
}: Credit & { transaction: TransactionRecord }): TransactionRecord {
  context.store.transactions.put(transaction.id, {
    ...transaction,
    refundIds: [...transaction.refundIds, credit.id],
    updatedAt: credit.createdAt,
  });
  return moveTransaction({ context, transaction: credit, status: 'submitted_for_settlement' });
}

function isRefundDeclined({ context, transaction }: Omit<ReversalRequest, 'params'>): boolean {
  const { behaviour } = transaction.instrument;
  if (behaviour !== 'first_refund_declined') return behaviour === 'refunds_declined';
  return !context.store.transactions
    .all()
    .some(({ refundedTransactionId }) => refundedTransactionId === transaction.id);
}

/** Submits an authorised sale for settlement, in full or in part. */
export function submitForSettlement({ context, transaction, params }: ReversalRequest): TransactionResult | Refused {
  if (transaction.status !== 'authorized') return refused('base', '91507');
  const requested =
    text(params, 'amount') === null ? { cents: transaction.amountCents } : parseAmount(text(params, 'amount'));
  if ('error' in requested) return { errors: [requested.error] };
  if (requested.cents > transaction.amountCents) return refused('amount', '91522');
  return {
    transaction: moveTransaction({
      context,
      transaction: { ...transaction, amountCents: requested.cents },
      status: 'submitted_for_settlement',
    }),
  };
}

export const settlementSimulations = [
  'settle',
  'settlement_confirm',
  'settlement_decline',
  'settlement_pending',
] as const;
export type SettlementSimulation = (typeof settlementSimulations)[number];

const inSettlement: readonly TransactionStatus[] = ['submitted_for_settlement', 'settling'];

/** `to` null: decided by the amount. */
const simulations: Record<SettlementSimulation, { from: readonly TransactionStatus[]; to: TransactionStatus | null }> =
  {
    settle: { from: [...inSettlement, 'settlement_pending', 'settlement_confirmed'], to: null },
    settlement_confirm: { from: [...inSettlement, 'settlement_pending'], to: 'settlement_confirmed' },
    settlement_decline: {
      from: [...inSettlement, 'settlement_pending', 'settlement_confirmed'],
      to: 'settlement_declined',
    },
    settlement_pending: { from: inSettlement, to: 'settlement_pending' },
  };

type SimulationParams = { context: GatewayContext; transaction: TransactionRecord; simulation: SettlementSimulation };

/** The sandbox's own calls: settle now instead of waiting for the batch. */
export function simulateSettlement({
  context,
  transaction,
  simulation,
}: SimulationParams): TransactionResult | Refused {
  const { from, to } = simulations[simulation];
  if (!from.includes(transaction.status)) return refused('base', '91575');
  return {
    transaction: moveTransaction({ context, transaction, status: to ?? settlementOf(transaction) }),
  };
}

function refused(attribute: string, code: string): Refused {
  return { errors: [validationError('transaction', attribute, code)] };
}
