import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideOrder } from './divide-order.ts';
import {
  type AvailableCode,
  type PricingInput,
  priceAfterTax,
  priceBeforeTax,
  sharePaid,
  takeGivenCodes,
} from './price-order.ts';
import { quoteId, quoteLines, withoutTypedCodes } from './quote.ts';
import type { PricedOrder, StoredQuote } from './stored-quote.ts';

const cents = fc.integer({ min: 0, max: 60_000 });
const input: fc.Arbitrary<PricingInput> = fc.record({
  package: fc.record({
    id: fc.constant(1001),
    name: fc.constant('ESSENTIALS'),
    priceCents: fc.integer({ min: 1, max: 60_000 }),
    includedTaxCents: fc.constant(0),
  }),
  options: fc.array(fc.record({ name: fc.constantFrom('TONE1', 'PAY1', '5GB1'), priceCents: cents }), { maxLength: 3 }),
  payForCoParent: fc.boolean(),
  coupon: fc.option(
    fc.record({
      id: fc.uuid(),
      code: fc.constant('WELCOME10'),
      discountOn: cents.map((pricingInput) => () => pricingInput),
    }),
  ),
});
const taxes = fc.option(
  fc.array(
    fc.record({
      name: fc.constant('GST'),
      region: fc.constant(null),
      rate: fc.constant(5000),
      rateDate: fc.constant('2026-01-01'),
      amountCents: fc.integer({ min: 0, max: 9_000 }),
    }),
    { maxLength: 2 },
  ),
);
const codes: fc.Arbitrary<AvailableCode[]> = fc.array(
  fc.record(
    {
      id: fc.uuid(),
      masked: fc.constant('…WXYZ'),
      typed: fc.constant('ABCD-EFGH-WXYZ'),
      remainingCents: fc.integer({ min: 1, max: 90_000 }),
      given: fc.constant(true as const),
    },
    { requiredKeys: ['id', 'masked', 'typed', 'remainingCents'] },
  ),
  { maxLength: 3 },
);

function priced(
  pricingInput: PricingInput,
  taxed: Parameters<typeof priceAfterTax>[1]['taxes'],
  typed: readonly AvailableCode[],
): PricedOrder {
  return priceAfterTax(takeGivenCodes(priceBeforeTax(pricingInput), typed), { taxes: taxed });
}

function stored(order: PricedOrder): StoredQuote {
  return {
    priced: order,
    texts: { package: { en: 'Essentials', es: 'Esencial' }, options: {}, coupon: null },
    renewal: { amountCents: 0, date: '2027-11-21' },
  };
}

test('3.6-2, 3.6-4: lines always sum to the total, and no amount is ever negative', () => {
  fc.assert(
    fc.property(input, taxes, codes, (pricingInput, taxed, typed) => {
      const order = priced(pricingInput, taxed, typed);
      const lines = quoteLines(stored(order), 'en').filter(({ kind }) => kind !== 'INCLUDED_TAX');
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total);
      for (const amount of [
        order.total,
        order.subTotal,
        order.subTotalAfterDiscount,
        order.taxAmount,
        order.paymentCodeTotal,
      ]) {
        expect(Number.isInteger(amount) && amount >= 0).toBe(true);
      }
    }),
  );
});

test('what each person paid sums to what was paid', () => {
  fc.assert(
    fc.property(input, taxes, codes, (pricingInput, taxed, typed) => {
      const order = priced(pricingInput, taxed, typed);
      expect(sharePaid(order).reduce((sum, share) => sum + share, 0)).toBe(order.total + order.paymentCodeTotal);
    }),
  );
});

test('the two parts of an order add up to it, line by line, and neither is below zero', () => {
  fc.assert(
    fc.property(input, taxes, codes, (pricingInput, taxed, typed) => {
      const order = priced({ ...pricingInput, payForCoParent: true }, taxed, typed);
      const parts = [true, false].map((isPayers) => divideOrder(stored(order), { isPayers }));
      for (const part of parts) {
        const lines = quoteLines(part, 'en');
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(part.priced.total);
        expect(part.priced.total).toBeGreaterThanOrEqual(0);
      }
      const whole = ({ kind }: { kind: string }) =>
        kind === 'CO_PARENT' ? 'PLAN' : kind.replace(/PACKAGE|OPTION/, 'PLAN');
      const sums = (quotes: readonly StoredQuote[]) =>
        quotes
          .flatMap((quote) => quoteLines(quote, 'en'))
          .reduce<Record<string, number>>(
            (all, line) => ({ ...all, [whole(line)]: (all[whole(line)] ?? 0) + line.amount }),
            {},
          );
      expect(sums(parts)).toEqual(sums([stored(order)]));
    }),
  );
});

test('3.6-5: equal prices share one quote id; another total has another', () => {
  fc.assert(
    fc.property(input, taxes, codes, (pricingInput, taxed, typed) => {
      const [one, same] = [priced(pricingInput, taxed, typed), priced(pricingInput, taxed, typed)];
      expect(quoteId(stored(one))).toBe(quoteId(stored(same)));
      const dearer = priced(
        { ...pricingInput, package: { ...pricingInput.package, priceCents: pricingInput.package.priceCents + 1 } },
        taxed,
        typed,
      );
      expect(quoteId(stored(dearer))).not.toBe(quoteId(stored(one)));
    }),
  );
});

test('M12: included tax never exceeds the amount due, whatever codes pay, and is omitted at zero', () => {
  const included = input.chain((pricingInput) => {
    const { priceCents } = pricingInput.package;
    return fc
      .integer({ min: 1, max: priceCents })
      .map((includedTaxCents) => ({ ...pricingInput, package: { ...pricingInput.package, includedTaxCents } }));
  });
  fc.assert(
    fc.property(included, codes, (pricingInput, typed) => {
      const order = priced(pricingInput, [], typed);
      const [stated] = quoteLines(stored(order), 'en').filter(({ kind }) => kind === 'INCLUDED_TAX');
      expect(stated?.amount ?? 0).toBe(order.taxAmount);
      const isPaidByCode = order.codes.some(({ given }) => !given);
      if (!isPaidByCode) expect(stated?.amount ?? 0).toBeLessThanOrEqual(order.total);
      if (stated) expect(stated.label).toMatch(isPaidByCode ? /in the full price$/ : /^Including/);
    }),
  );
  const zealand: PricingInput = {
    ...british,
    package: { ...british.package, priceCents: 16_100, includedTaxCents: 2_100 },
  };
  const code = { id: 'c', masked: '…DEMO', typed: 'FULL-1YR0-DEMO', remainingCents: 14_400 };
  const linesWith = (typed: AvailableCode) =>
    quoteLines(stored(priced(zealand, [], [typed])), 'en').map(({ label, amountFormatted }) => [
      label,
      amountFormatted,
    ]);
  const [price, off] = [
    ['Essentials', 'US$161.00'],
    ['Subscription code …DEMO', '−US$144.00'],
  ];
  expect(linesWith({ ...code, given: true })).toEqual([price, off, ['Including VAT', 'US$2.22']]);
  expect(linesWith(code)).toEqual([price, off, ['VAT in the full price', 'US$21.00']]);
});

const british: PricingInput = {
  package: { id: 2061, name: 'ESSENTIALS', priceCents: 15_000, includedTaxCents: 2_500 },
  options: [],
  payForCoParent: false,
  coupon: null,
};

test('9-44: VAT inside the price is shown, not added; it doubles for two and shrinks with a discount', () => {
  expect(priced(british, [], [])).toMatchObject({ total: 15_000, taxAmount: 2_500, taxes: [] });
  expect(priced({ ...british, payForCoParent: true }, [], [])).toMatchObject({ total: 30_000, taxAmount: 5_000 });
  const halved = { ...british, coupon: { id: 'a', code: 'HALF', discountOn: (subTotal: number) => subTotal / 2 } };
  expect(priced(halved, [], [])).toMatchObject({ total: 7_500, taxAmount: 1_250 });
});

test.each([
  ['VAT', 'en', 'Including VAT'],
  ['GST', 'en', 'Including GST'],
  ['IVA', 'en', 'Including IVA'],
  ['GST', 'es', 'GST incluido'],
  ['IVA', 'es', 'IVA incluido'],
  [undefined, 'en', 'Including VAT'],
] as const)('9-43: tax inside the price is called %s where it is due (%s): %s', (includedTaxName, language, label) => {
  const order = { ...british, package: { ...british.package, ...(includedTaxName && { includedTaxName }) } };
  const lines = quoteLines(stored(priced(order, [], [])), language);
  expect(lines.find(({ kind }) => kind === 'INCLUDED_TAX')).toMatchObject({ name: includedTaxName ?? 'VAT', label });
});

test('tax is on the discounted price; codes come off last and may cover everything', () => {
  const order = priceBeforeTax({
    ...british,
    package: { ...british.package, includedTaxCents: 0 },
    coupon: { id: 'a', code: 'C', discountOn: () => 1_000 },
  });
  expect(order.subTotalAfterDiscount).toBe(14_000);
  const code = { id: 'c', masked: '…1234', typed: 'AAAA-BBBB-1234', remainingCents: 99_999 };
  const tax = { name: 'GST', region: null, rate: 5_000, rateDate: '2026-01-01', amountCents: 700 };
  expect(priceAfterTax({ before: order, given: [], paying: [code] }, { taxes: [tax] })).toMatchObject({
    total: 0,
    paymentCodeTotal: 14_700,
    taxAmount: 700,
  });
});

test('SEC14: only the last four characters of a code are stored', () => {
  const code = { id: 'c', masked: '…1234', typed: 'AAAA-BBBB-1234', remainingCents: 100 };
  const kept = JSON.stringify(withoutTypedCodes(stored(priced(british, [], [code]))));
  expect(kept).toContain('…1234');
  expect(kept).not.toContain('AAAA');
});

test('Y6: on screen and in mail a tax on a part of the price says on how much', () => {
  const texas = {
    name: 'SALES_TAX',
    region: 'TX',
    rate: 6_250,
    rateDate: '2026-01-01',
    taxablePercent: 80,
    amountCents: 720,
  };
  const order = { ...british, package: { ...british.package, priceCents: 14_400, includedTaxCents: 0 } };
  const labelIn = (language: 'en' | 'es') =>
    quoteLines(stored(priced(order, [texas], [])), language).find(({ kind }) => kind === 'TAX')?.label;
  expect([labelIn('en'), labelIn('es')]).toEqual([
    'Sales tax (on 80% of the price)',
    'Impuesto sobre ventas (sobre el 80% del precio)',
  ]);
});
