import type { BraintreeGateway } from 'braintree';
import * as z from 'zod';
import type { BookedTransaction } from '../booked-transaction.ts';
import type { FindTransactionsOutcome } from '../port.ts';
import { toCents } from './amounts.ts';
import { isCharged, readTransaction } from './answers.ts';
import type { CallGateway } from './transport.ts';

const booked = z.looseObject({ orderId: z.string().nullish(), refundedTransactionId: z.string().nullish() });

function readBooked(value: unknown): BookedTransaction | null {
  const [read, more] = [readTransaction(value), booked.safeParse(value).data];
  const amountCents = read && toCents(read.amount);
  if (!read || !more || amountCents === null || (read.type !== 'sale' && read.type !== 'credit')) return null;
  return {
    transactionId: read.id,
    type: read.type,
    orderId: more.orderId || null,
    saleId: more.refundedTransactionId || null,
    amountCents,
    state: read.status === 'settlement_declined' ? 'settlement_declined' : isCharged(read) ? 'moves' : 'nothing',
  };
}

/** What Braintree has booked in a period. The SDK finds at most 50,000: request one day. */
export function createBookings({ sdk, call }: { sdk: BraintreeGateway; call: CallGateway }) {
  async function findTransactions({ from, until }: { from: Date; until: Date }): Promise<FindTransactionsOutcome> {
    return call(async (): Promise<FindTransactionsOutcome> => {
      const stream = sdk.transaction.search((search) =>
        search.createdAt().between(from, new Date(until.getTime() - 1)),
      );
      const transactions: BookedTransaction[] = [];
      for await (const item of stream) {
        const read = readBooked(item);
        if (!read) return { outcome: 'unknown', cause: 'unreadable' };
        transactions.push(read);
      }
      return { outcome: 'found', transactions };
    });
  }
  return { findTransactions };
}
