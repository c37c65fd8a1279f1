import { describe, expect, test } from 'vitest';
import type { BookedTransaction } from '../gateways/payment/booked-transaction.ts';
import { compareBooks, type OurCredit, type OurSale } from './compare-books.ts';

const sale = (change: Partial<BookedTransaction> = {}): BookedTransaction => ({
  transactionId: 'tx-sale',
  type: 'sale',
  orderId: 'attempt-1',
  saleId: null,
  amountCents: 17_400,
  state: 'moves',
  ...change,
});
const credit = (change: Partial<BookedTransaction> = {}): BookedTransaction =>
  sale({ transactionId: 'tx-credit', type: 'credit', saleId: 'tx-sale', amountCents: 7_000, ...change });
const kept: OurSale = {
  attemptId: 'attempt-1',
  transactionId: 'tx-sale',
  amountCents: 17_400,
  state: 'kept',
  isDue: true,
};
const takenBack = { ...kept, state: 'taken_back' } as const;
const refund: OurCredit = { transactionId: 'tx-credit', amountCents: 7_000, isDue: true };

type Books = { theirs: BookedTransaction[]; sales: OurSale[]; credits: OurCredit[] };
const found = (books: Partial<Books>) =>
  compareBooks({ theirs: [], sales: [], credits: [], ...books }).map(
    ({ kind, transactionId, ourCents, theirCents }) => `${kind} ${transactionId} ${ourCents} ${theirCents}`,
  );

describe('the books agree', () => {
  test.each<[string, Partial<Books>]>([
    ['a partly refunded sale', { theirs: [sale(), credit()], sales: [kept], credits: [refund] }],
    [
      'a sale whose attempt is not settled here yet',
      { theirs: [sale()], sales: [{ ...kept, state: 'open', transactionId: null }] },
    ],
    ['a sale voided on both sides', { theirs: [sale({ state: 'nothing' })], sales: [takenBack] }],
    [
      'a second sale under one order id that was voided',
      { theirs: [sale(), sale({ transactionId: 'tx-second', state: 'nothing' })], sales: [kept] },
    ],
    ['a sale that was declined on both sides', { theirs: [sale({ state: 'nothing' })] }],
    [
      'a partial refund of an earlier sale',
      { theirs: [credit()], sales: [{ ...kept, isDue: false }], credits: [refund] },
    ],
    ['a late sale refunded in full', { theirs: [sale(), credit({ amountCents: 17_400 })], sales: [takenBack] }],
  ])('%s', (_what, books) => expect(found(books)).toEqual([]));
});

describe('the books differ', () => {
  test.each<[string, Partial<Books>, string]>([
    ['a sale that we do not have', { theirs: [sale()] }, 'MISSING_HERE tx-sale null 17400'],
    [
      'a second sale under one order id',
      { theirs: [sale(), sale({ transactionId: 'tx-second' })], sales: [kept] },
      'MISSING_HERE tx-second null 17400',
    ],
    ['a sale that the gateway does not have', { sales: [kept] }, 'MISSING_THERE tx-sale 17400 null'],
    ['another amount', { theirs: [sale({ amountCents: 1 })], sales: [kept] }, 'AMOUNT tx-sale 17400 1'],
    ['voided there alone', { theirs: [sale({ state: 'nothing' })], sales: [kept] }, 'STATE tx-sale 17400 17400'],
    ['reversed here alone', { theirs: [sale()], sales: [takenBack] }, 'STATE tx-sale null 17400'],
    [
      'approved, and not paid out',
      { theirs: [sale({ state: 'settlement_declined' })], sales: [kept] },
      'SETTLEMENT_DECLINED tx-sale 17400 17400',
    ],
    ['refunded there alone', { theirs: [sale(), credit()], sales: [kept] }, 'MISSING_HERE tx-credit null 7000'],
    [
      'refunded here alone',
      { theirs: [sale()], sales: [kept], credits: [refund] },
      'MISSING_THERE tx-credit 7000 null',
    ],
    [
      'a refund that was declined later',
      { theirs: [sale(), credit({ state: 'settlement_declined' })], sales: [kept], credits: [refund] },
      'STATE tx-credit 7000 7000',
    ],
    [
      'a partial refund of another amount',
      { theirs: [sale(), credit({ amountCents: 70 })], sales: [kept], credits: [refund] },
      'AMOUNT tx-credit 7000 70',
    ],
  ])('%s', (_what, books, difference) => expect(found(books)).toEqual([difference]));
});
