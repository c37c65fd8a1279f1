import type { GatewayContext } from './gateway-context.ts';
import type { LedgerEntry, LedgerKind, TransactionRecord } from './records.ts';

const paid = { debit: 'customer', credit: 'merchant' } as const;
const reversedSide = { debit: 'merchant', credit: 'customer' } as const;
const sides: Record<LedgerKind, Pick<LedgerEntry, 'debit' | 'credit'>> = {
  sale: paid,
  void: reversedSide,
  refund: reversedSide,
  refund_failed: paid,
  settlement_declined: reversedSide,
  dispute: reversedSide,
  dispute_won: paid,
};

type NewLedgerEntry = {
  context: GatewayContext;
  kind: LedgerKind;
  transaction: TransactionRecord;
  amountCents?: number;
};

/** Records one movement of money. Entries are never changed or removed. */
export function record({ context, kind, transaction, amountCents = transaction.amountCents }: NewLedgerEntry): void {
  const id = context.store.ledger.count() + 1;
  context.store.ledger.put(String(id), {
    id,
    at: context.clock.now().toISOString(),
    kind,
    transactionId: transaction.id,
    orderId: transaction.orderId,
    ...sides[kind],
    amountCents,
  });
}

/** All entries in order, and the merchant's balance after them. */
export function readLedger(context: GatewayContext): { entries: LedgerEntry[]; merchantCents: number } {
  const entries = context.store.ledger.all();
  const merchantCents = entries.reduce(
    (sum, entry) => sum + (entry.credit === 'merchant' ? entry.amountCents : -entry.amountCents),
    0,
  );
  return { entries, merchantCents };
}
