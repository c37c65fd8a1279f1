import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import type { NextRenewal, Quote } from '#contract/api/prices.ts';
import { formatCents } from '#contract/fields/money.ts';
import { startLanguage } from '#web/i18n/language.ts';
import { OrderSummary } from '../summary/OrderSummary.tsx';
import { PayBar } from './PayBar.tsx';
import { PayFacts, payNowLabel } from './PayFacts.tsx';

afterEach(() => startLanguage('en'));

const renewal = (heldBy: string | null, amount: number): NextRenewal => ({
  heldBy,
  amount,
  amountFormatted: formatCents(amount),
  date: '2027-11-23',
});
const quoteOf = ({ total, renewals, ...rest }: { total: number; renewals: NextRenewal[] } & Partial<Quote>) =>
  ({
    lines: [],
    totals: { total, totalFormatted: formatCents(total) },
    renewals,
    taxesCalculated: true,
    includesVat: false,
    payForCoParent: renewals.length > 1,
    ...rest,
  }) as unknown as Quote;
const texts = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', "'")
    .split('\n')
    .filter(Boolean);
const barOf = (quote: Quote | null) =>
  texts(
    renderToStaticMarkup(
      <PayBar
        label={payNowLabel(quote)}
        facts={<PayFacts quote={quote} />}
        sending={false}
        blockedReason={undefined}
        onBlockedClick={() => {}}
        onPay={() => {}}
      />,
    ),
  );

test('2.8-22: the price is one sentence: what is paid now on the button, under it what renews when, and until when it is refundable', () => {
  expect(barOf(quoteOf({ total: 17_400, renewals: [renewal(null, 17_400)] }))).toEqual([
    'Pay now · US$174.00',
    'Renews on November 23, 2027 for US$174.00, and every year after, until you cancel.',
    'Full refund within 30 days',
  ]);
});

test('2.8-23: who pays for two reads two lines, each with its own sum as the server made it', () => {
  const two = quoteOf({ total: 30_081, renewals: [renewal(null, 15_040), renewal('Joe', 15_041)] });
  expect(barOf(two)).toEqual([
    'Pay now · US$300.81',
    'Yours renews on November 23, 2027 for US$150.40.',
    "Joe's renews on November 23, 2027 for US$150.41, charged to you.",
    'Full refund of your own subscription within 30 days',
  ]);
});

test.each([
  ['en', 'Both renew on November 23, 2027 for US$150.40 each, charged to you.'],
  ['es', 'Las dos suscripciones se renuevan el 23 de noviembre de 2027 por US$150.40 cada una, con cargo a usted.'],
] as const)('2.8-23: two renewals of one day and one sum are one line (%s)', (language, line) => {
  startLanguage(language);
  const both = [renewal(null, 15_040), renewal('Joe', 15_040)];
  const lineOf = (renewals: NextRenewal[]) => barOf(quoteOf({ total: 30_080, renewals })).slice(1, -1);
  expect(lineOf(both)).toEqual([line]);
  expect(lineOf([renewal(null, 15_040), { ...renewal('Joe', 15_040), date: '2027-11-24' }])).toHaveLength(2);
});

test('where nothing is paid no refund is promised, and before there is a price no amount', () => {
  expect(barOf(quoteOf({ total: 0, renewals: [renewal(null, 14_400)] }))).toEqual([
    'Pay now · US$0.00',
    'Renews on November 23, 2027 for US$144.00, and every year after, until you cancel.',
  ]);
  expect(barOf(null)).toEqual(['Pay now']);
});

test('2.8-24: before tax is known the price is "plus tax", and nothing is called due today', () => {
  const untaxed = quoteOf({ total: 14_400, renewals: [renewal(null, 14_400)], taxesCalculated: false });
  const summaryOf = (quote: Quote) => {
    const state = { quote, loading: false, problem: null, refresh: () => {} };
    return texts(renderToStaticMarkup(<OrderSummary state={state} country={null} />)).join(' ');
  };
  expect(barOf(untaxed)[0]).toBe('Pay now · US$144.00 plus tax');
  expect(summaryOf(untaxed)).toContain('Total, plus tax: US$144.00');
  expect(summaryOf(untaxed)).toContain('Total, plus tax US$144.00');
  expect(summaryOf(untaxed)).not.toContain('Due today');
  for (const known of [{ taxesCalculated: true }, { includesVat: true }])
    expect(summaryOf({ ...untaxed, ...known })).toContain('Due today US$144.00');
});
