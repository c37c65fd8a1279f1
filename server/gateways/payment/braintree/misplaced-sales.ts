import type { Decline, Unknown } from '../port.ts';
import { toCents } from './amounts.ts';
import type { Transaction } from './answers.ts';
import { reversedSale } from './merchant-account.ts';
import type { createReversals } from './reversals.ts';

export type Reversals = Pick<ReturnType<typeof createReversals>, 'voidSale' | 'refund'>;

/** The money is in the wrong merchant account until staff, or the next check, has returned it. */
const reversalPending: Unknown = { outcome: 'unknown', cause: 'server_error' };

/** Voids or refunds a sale that was charged to another merchant account or in another currency. */
export async function reverseMisplacedSale(
  { id, amount }: Pick<Transaction, 'id' | 'amount'>,
  { voidSale, refund }: Reversals,
): Promise<Decline | Unknown> {
  const voided = await voidSale({ transactionId: id });
  if (voided.outcome === 'voided' || (voided.outcome === 'refused' && voided.reason === 'already_voided'))
    return reversedSale;
  const amountCents = toCents(amount);
  if (voided.outcome === 'unknown' || voided.reason !== 'settled' || amountCents === null) return reversalPending;
  // The gateway refuses a second full refund. A fixed key would repeat an earlier refusal.
  const refunded = await refund({ transactionId: id, amountCents, idempotencyKey: crypto.randomUUID() });
  const isBack =
    refunded.outcome === 'refunded' || (refunded.outcome === 'refused' && refunded.reason === 'already_refunded');
  return isBack ? reversedSale : reversalPending;
}
