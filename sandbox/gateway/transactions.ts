import { record } from './ledger.ts';
import { settlementOf } from './processor.ts';
import type { TransactionRecord, TransactionStatus } from './records.ts';
import type { GatewayContext } from './gateway-context.ts';

/** Moves a transaction to a status and writes what that does to the money. */
export function moveTransaction({
  context,
  transaction,
  status,
}: {
  context: GatewayContext;
  transaction: TransactionRecord;
  status: TransactionStatus;
}): TransactionRecord {
  const at = context.clock.now().toISOString();
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
  if (status === 'settlement_declined') record({ context, kind: 'settlement_declined', transaction: moved });
  context.store.transactions.put(moved.id, moved);
  return moved;
}

/** A transaction as it is now: its batch may have settled since it was last looked at. */
export function findTransaction({
  context,
  id,
}: {
  context: GatewayContext;
  id: string;
}): TransactionRecord | undefined {
  const transaction = context.store.transactions.get(id);
  return transaction && settleWhenDue({ context, transaction });
}

export function allTransactions(context: GatewayContext): TransactionRecord[] {
  return context.store.transactions.all().map((transaction) => settleWhenDue({ context, transaction }));
}

function settleWhenDue({
  context,
  transaction,
}: {
  context: GatewayContext;
  transaction: TransactionRecord;
}): TransactionRecord {
  if (transaction.status !== 'submitted_for_settlement' || transaction.submittedAt === null) return transaction;
  const dueAt = Date.parse(transaction.submittedAt) + context.settlementDelayMs;
  if (context.clock.now().getTime() < dueAt) return transaction;
  return moveTransaction({ context, transaction, status: settlementOf(transaction.amountCents) });
}
