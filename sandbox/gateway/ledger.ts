import type { LedgerEntry, TransactionRecord } from './records.ts';
import type { GatewayContext } from './gateway-context.ts';

const sides: Record<LedgerEntry['kind'], Pick<LedgerEntry, 'debit' | 'credit'>> = {
  sale: { debit: 'customer', credit: 'merchant' },
  void: { debit: 'merchant', credit: 'customer' },
  refund: { debit: 'merchant', credit: 'customer' },
  settlement_declined: { debit: 'merchant', credit: 'customer' },
};

/** Writes one movement of money. Entries are never changed or removed. */
export function record({
  context,
  kind,
  transaction,
}: {
  context: GatewayContext;
  kind: LedgerEntry['kind'];
  transaction: TransactionRecord;
}): void {
  const id = context.store.ledger.count() + 1;
  context.store.ledger.put(String(id), {
    id,
    at: context.clock.now().toISOString(),
    kind,
    transactionId: transaction.id,
    orderId: transaction.orderId,
    ...sides[kind],
    amountCents: transaction.amountCents,
  });
}

/** All entries in order, and what the merchant holds after them. */
export function readLedger(context: GatewayContext): { entries: LedgerEntry[]; merchantCents: number } {
  const entries = context.store.ledger.all();
  const merchantCents = entries.reduce(
    (sum, entry) => sum + (entry.credit === 'merchant' ? entry.amountCents : -entry.amountCents),
    0,
  );
  return { entries, merchantCents };
}
