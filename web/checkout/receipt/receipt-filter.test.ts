import { expect, test } from 'vitest';
import { filterReceipts, receiptChoices } from './receipt-filter.ts';

const me = { name: 'Marta', own: true };
const joe = { name: 'Joe', own: false };
const both = { date: '2026-11-22' as const, holders: [me, joe] };
const mine = { date: '2027-11-22' as const, holders: [me] };
const his = { date: '2027-11-22' as const, holders: [joe] };
const bundle = { date: '2027-12-01' as const, holders: [] };
const all = [bundle, his, mine, both];

test('receipts are filtered by year and by person; one that paid for both is shown for each', () => {
  expect(receiptChoices(all, [])).toEqual({ years: ['2027', '2026'], persons: ['me', 'Joe'] });
  expect(filterReceipts(all, { year: '', person: '' })).toEqual(all);
  expect(filterReceipts(all, { year: '2027', person: 'Joe' })).toEqual([his]);
  expect(filterReceipts(all, { year: '', person: 'me' })).toEqual([mine, both]);
  expect(filterReceipts(all, { year: '2026', person: 'Joe' })).toEqual([both]);
});

test('a year in which only a credit note was issued can be chosen for its files', () => {
  expect(receiptChoices([both], ['2027', '2026']).years).toEqual(['2027', '2026']);
});
