import type { GatewayContext, GatewayTransaction } from '../gateway-context.ts';
import { record } from '../ledger.ts';
import { settlementOf } from '../processor.ts';
import type { TransactionRecord, TransactionStatus } from '../records.ts';
import { transactionView } from '../views.ts';
import type { WebhookKind, WebhookRecord } from '../webhooks/webhook-record.ts';

type Move = GatewayTransaction & { status: TransactionStatus; at?: Date };

/** Moves a transaction to a status and records the movement of money. */
export function moveTransaction({
  context,
  transaction,
  status,
  at: movedAt = context.clock.now(),
}: Move): TransactionRecord {
  const at = movedAt.toISOString();
  const moved: TransactionRecord = {
    ...transaction,
    status,
    history: [...transaction.history, { status, at, amountCents: transaction.amountCents }],
    submittedAt: status === 'submitted_for_settlement' ? at : transaction.submittedAt,
    updatedAt: at,
  };
  const wasCaptured = transaction.submittedAt !== null;
  if (status === 'submitted_for_settlement' && !wasCaptured)
    record({ context, kind: transaction.type === 'credit' ? 'refund' : 'sale', transaction: moved });
  if (status === 'voided' && wasCaptured)
    record({ context, kind: transaction.type === 'credit' ? 'sale' : 'void', transaction: moved });
  if (status === 'settlement_declined')
    record({ context, kind: moved.type === 'credit' ? 'refund_failed' : 'settlement_declined', transaction: moved });
  context.store.transactions.put(moved.id, moved);
  if (status === 'settlement_declined' && moved.type === 'credit') reportTransaction({ context, transaction: moved });
  const isPayPal = moved.instrument.kind === 'paypal_account';
  return status === 'submitted_for_settlement' && isPayPal
    ? moveTransaction({ context, transaction: moved, status: 'settling', at: movedAt })
    : moved;
}

/** The report for each state of a transaction. For settlements the gateway itself reports bank debits only. */
const reportKinds: Partial<Record<TransactionStatus, WebhookKind>> = {
  settled: 'transaction_settled',
  settlement_declined: 'transaction_settlement_declined',
};

/** Reports how a transaction settled. Null if it has not. */
export function reportTransaction({ context, transaction }: GatewayTransaction): WebhookRecord | null {
  const hasFailed = transaction.type === 'credit' && transaction.status === 'settlement_declined';
  const kind = hasFailed ? 'refund_failed' : reportKinds[transaction.status];
  if (!kind) return null;
  const subject = { transaction: transactionView(transaction) };
  return context.webhooks.publish({ kind, about: transaction.id, subject });
}

type ById = { context: GatewayContext; id: string };

/** A transaction's current state: its batch may have settled since it was last read. */
export function findTransaction({ context, id }: ById): TransactionRecord | undefined {
  const transaction = context.store.transactions.get(id);
  return transaction && settleWhenDue({ context, transaction });
}

export function allTransactions(context: GatewayContext): TransactionRecord[] {
  return context.store.transactions.all().map((transaction) => settleWhenDue({ context, transaction }));
}

/** What a batch moves by itself, and in which part of the delay. PayPal's money moves at once. */
function settleWhenDue({ context, transaction }: GatewayTransaction): TransactionRecord {
  const { status, submittedAt } = transaction;
  if (submittedAt === null || !movedByBatch.has(status)) return transaction;
  const submitted = Date.parse(submittedAt);
  const settlesAt = new Date(submitted + context.settlementDelayMs);
  const leavesAt = new Date(submitted + context.settlementDelayMs / 2);
  const now = context.clock.now();
  const isUnderWay = status === 'submitted_for_settlement' && now >= leavesAt;
  const settling = isUnderWay
    ? moveTransaction({ context, transaction, status: 'settling', at: leavesAt })
    : transaction;
  if (now < settlesAt) return settling;
  return moveTransaction({ context, transaction: settling, status: settlementOf(settling), at: settlesAt });
}

const movedByBatch: ReadonlySet<TransactionStatus> = new Set([
  'submitted_for_settlement',
  'settling',
  'settlement_confirmed',
]);
