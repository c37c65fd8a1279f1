import type { BraintreeGateway } from 'braintree';
import type { Unknown } from '../port.ts';
import { readTransaction, type Transaction } from './answers.ts';

export type Search = (criteria: {
  orderId: string;
  type: 'sale' | 'credit';
  amount: string | null;
}) => Promise<{ found: Transaction[] } | Unknown>;

/** Transactions under an order id, newest first. An unreadable one makes the whole response unreadable. */
export function createSearch(sdk: BraintreeGateway): Search {
  return async ({ orderId, type, amount }) => {
    const stream = sdk.transaction.search((criteria) => {
      criteria.orderId().is(orderId);
      criteria.type().is(type);
      if (amount !== null) criteria.amount().is(amount);
    });
    const found: Transaction[] = [];
    for await (const item of stream) {
      const read = readTransaction(item);
      if (!read) return { outcome: 'unknown', cause: 'unreadable' };
      found.push(read);
    }
    return { found: found.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime()) };
  };
}
