import type { Database } from '../db/schema.ts';
import type { BookedTransaction } from '../gateways/payment/booked-transaction.ts';

/** `kept`: ours. `open`: outcome unknown. `taken_back`: we may keep nothing of it. */
export type OurSale = {
  attemptId: string;
  transactionId: string | null;
  amountCents: number;
  state: 'kept' | 'open' | 'taken_back';
  /** The gateway booked it within the compared days. An earlier one is included because a part of it was refunded. */
  isDue: boolean;
  /** When the gateway booked it, if known. */
  bookedAt?: Date | null;
};
/** Money returned by a refund of the gateway. `isDue`: it accepted the refund within the compared days. */
export type OurCredit = { transactionId: string; amountCents: number; isDue: boolean; bookedAt?: Date | null };

export type Difference = {
  kind: Database['settlementDifferences']['kind'];
  transactionId: string;
  ourCents: number | null;
  theirCents: number | null;
};

/** The differences between our books and the gateway's, both ways. */
export function compareBooks({
  theirs,
  sales,
  credits,
}: {
  theirs: readonly BookedTransaction[];
  sales: readonly OurSale[];
  credits: readonly OurCredit[];
}): Difference[] {
  const saleByTransaction = new Map(sales.map((sale) => [sale.transactionId, sale]));
  // Only a sale with a lost response is found by its order id: a second sale under one order id is a double charge.
  const saleByAttempt = new Map(
    sales.filter(({ transactionId }) => transactionId === null).map((sale) => [sale.attemptId, sale]),
  );
  const saleOf = (id: string, orderId: string | null) =>
    saleByTransaction.get(id) ?? (orderId === null ? undefined : saleByAttempt.get(orderId));
  const creditById = new Map(credits.map((credit) => [credit.transactionId, credit]));
  const known = new Set(theirs.map(({ transactionId }) => transactionId));
  const returnedBySale = creditsBySale(theirs);
  const found = theirs.flatMap((booked) => {
    const { transactionId, orderId, saleId } = booked;
    return booked.type === 'sale'
      ? differenceOfSale(booked, {
          ours: saleOf(transactionId, orderId),
          returnedCents: returnedBySale.get(transactionId) ?? 0,
        })
      : differenceOfCredit(booked, {
          ours: creditById.get(transactionId),
          isTakenBack: saleId !== null && saleByTransaction.get(saleId)?.state === 'taken_back',
        });
  });
  const missing = [...sales.filter(({ state }) => state === 'kept'), ...credits].flatMap(
    ({ transactionId, amountCents, isDue }): Difference[] =>
      !isDue || transactionId === null || known.has(transactionId)
        ? []
        : [{ kind: 'MISSING_THERE', transactionId, ourCents: amountCents, theirCents: null }],
  );
  return [...found, ...missing];
}

/** The cents that credits return, by sale. */
function creditsBySale(theirs: readonly BookedTransaction[]): Map<string, number> {
  const returned = new Map<string, number>();
  for (const { type, saleId, amountCents, state } of theirs)
    if (type === 'credit' && saleId !== null && state === 'moves')
      returned.set(saleId, (returned.get(saleId) ?? 0) + amountCents);
  return returned;
}

function differenceOfSale(
  { transactionId, amountCents: theirCents, state }: BookedTransaction,
  { ours, returnedCents }: { ours: OurSale | undefined; returnedCents: number },
): Difference[] {
  if (ours?.state === 'open') return [];
  const ourCents = ours?.state === 'kept' ? ours.amountCents : null;
  const differs = (kind: Difference['kind']): Difference[] => [{ kind, transactionId, ourCents, theirCents }];
  if (ourCents === null) {
    if (state !== 'moves' || returnedCents >= theirCents) return [];
    return differs(ours ? 'STATE' : 'MISSING_HERE');
  }
  if (state === 'settlement_declined') return differs('SETTLEMENT_DECLINED');
  if (state === 'nothing') return differs('STATE');
  return ourCents === theirCents ? [] : differs('AMOUNT');
}

function differenceOfCredit(
  { transactionId, amountCents: theirCents, state }: BookedTransaction,
  { ours, isTakenBack }: { ours: OurCredit | undefined; isTakenBack: boolean },
): Difference[] {
  const ourCents = ours?.amountCents ?? null;
  const differs = (kind: Difference['kind']): Difference[] => [{ kind, transactionId, ourCents, theirCents }];
  if (state !== 'moves') return ours ? differs('STATE') : [];
  if (ours) return ourCents === theirCents ? [] : differs('AMOUNT');
  return isTakenBack ? [] : differs('MISSING_HERE');
}
