import { record } from './ledger.ts';
import { settlementOf } from './processor.ts';
import type { TransactionRecord, TransactionStatus } from './records.ts';
import type { World } from './world.ts';

/** Moves a transaction to a status and writes what that does to the money. */
export function moveTransaction({
  world,
  transaction,
  status,
}: {
  world: World;
  transaction: TransactionRecord;
  status: TransactionStatus;
}): TransactionRecord {
  const at = world.clock.now().toISOString();
  const moved: TransactionRecord = {
    ...transaction,
    status,
    history: [...transaction.history, { status, at, amountCents: transaction.amountCents }],
    submittedAt: status === 'submitted_for_settlement' ? at : transaction.submittedAt,
    updatedAt: at,
  };
  const wasCaptured = transaction.submittedAt !== null;
  if (status === 'submitted_for_settlement' && !wasCaptured)
    record({ world, kind: transaction.type === 'credit' ? 'refund' : 'sale', transaction: moved });
  if (status === 'voided' && wasCaptured)
    record({ world, kind: transaction.type === 'credit' ? 'sale' : 'void', transaction: moved });
  if (status === 'settlement_declined') record({ world, kind: 'settlement_declined', transaction: moved });
  world.store.transactions.put(moved.id, moved);
  return moved;
}

/** A transaction as it is now: its batch may have settled since it was last looked at. */
export function findTransaction({ world, id }: { world: World; id: string }): TransactionRecord | undefined {
  const transaction = world.store.transactions.get(id);
  return transaction && settleWhenDue({ world, transaction });
}

export function allTransactions(world: World): TransactionRecord[] {
  return world.store.transactions.all().map((transaction) => settleWhenDue({ world, transaction }));
}

function settleWhenDue({ world, transaction }: { world: World; transaction: TransactionRecord }): TransactionRecord {
  if (transaction.status !== 'submitted_for_settlement' || transaction.submittedAt === null) return transaction;
  const dueAt = Date.parse(transaction.submittedAt) + world.settlementDelayMs;
  if (world.clock.now().getTime() < dueAt) return transaction;
  return moveTransaction({ world, transaction, status: settlementOf(transaction.amountCents) });
}
