import fc from 'fast-check';
import type { IncludedTaxName } from '#contract/api/packages.ts';
import { divideRounded } from '#contract/fields/money.ts';
import type { Language, Purpose } from '#server/db/schema.ts';
import { taxOn } from '#server/gateways/tax/tax-amounts.ts';
import type { Order } from '#server/payments/order-repository.ts';
import { priceAfterTax, priceBeforeTax, takeGivenCodes, taxableCents } from '#server/pricing/price-order.ts';
import type { BeforeTax, PricedTax, StoredQuote } from '#server/pricing/stored-quote.ts';
import type { PaidTerm } from '#server/subscriptions/paid-terms.ts';

/** Any purchase: an order and the terms that it paid for, as the database would store them. */
export type ReceiptCase = { order: Order<StoredQuote>; terms: PaidTerm[]; refunded: number };

/** Taxes by country: included in the price at a rate in hundred-thousandths, or added in up to two lines. */
const countries: Record<
  string,
  { inside: IncludedTaxName | null; rate: number; added: readonly { name: string; rate: number }[] }
> = {
  US: { inside: null, rate: 0, added: [{ name: 'SALES_TAX', rate: 7_000 }] },
  CA: {
    inside: null,
    rate: 0,
    added: [
      { name: 'GST', rate: 5_000 },
      { name: 'PST', rate: 7_000 },
    ],
  },
  GB: { inside: 'VAT', rate: 20_000, added: [] },
  AU: { inside: 'GST', rate: 10_000, added: [] },
  NZ: { inside: 'GST', rate: 15_000, added: [] },
  MX: { inside: 'IVA', rate: 16_000, added: [] },
};

const optionTexts = {
  TONE1: { en: 'Tone meter', es: 'Medidor de tono' },
  PAY1: { en: 'Unlimited payments', es: 'Pagos ilimitados' },
};
const payer = 'a0000000-0000-4000-8000-000000000001';
const other = 'a0000000-0000-4000-8000-000000000002';

const mostly = fc.constantFrom(true, true, true, false);

const orderShape = fc.record({
  country: fc.constantFrom(...Object.keys(countries)),
  language: fc.constantFrom<Language>('en', 'es'),
  purpose: fc.constantFrom<Purpose>('SIGN_UP', 'SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN'),
  both: mostly,
  priceCents: fc.integer({ min: 100, max: 40_000 }),
  options: fc.subarray(['TONE1', 'PAY1'] as const),
  optionCents: fc.integer({ min: 100, max: 5_000 }),
  percentOff: fc.option(fc.integer({ min: 1, max: 100 })),
  codeCents: fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 2 }),
  taxed: fc.boolean(),
  unusedPercent: fc.integer({ min: 0, max: 99 }),
  yearlyCents: fc.integer({ min: 100, max: 40_000 }),
  goesOn: mostly,
  otherName: fc.constantFrom('Joe', 'Ana-María', 'O’Neill'),
  backPercent: fc.option(fc.integer({ min: 1, max: 100 })),
});
type OrderShape = typeof orderShape extends fc.Arbitrary<infer One> ? One : never;

function before(
  { country, priceCents, options, optionCents, purpose, percentOff, unusedPercent }: OrderShape,
  payForCoParent: boolean,
): BeforeTax {
  const { inside, rate } = countries[country] ?? { inside: null, rate: 0 };
  const includedTaxCents = divideRounded(priceCents * rate, 100_000 + rate);
  const priced = priceBeforeTax({
    package: { id: 1, name: 'ESSENTIALS', priceCents, includedTaxCents, includedTaxName: inside },
    options: options.map((name) => ({ name, priceCents: optionCents })),
    payForCoParent,
    coupon:
      purpose === 'SIGN_UP' && percentOff !== null
        ? { id: 'c', code: 'SOME', discountOn: (cents) => divideRounded(cents * percentOff, 100) }
        : null,
  });
  if (purpose !== 'UPGRADE') return priced;
  const unusedCents = Math.floor((priced.subTotal * unusedPercent) / 100);
  const subTotalAfterDiscount = priced.subTotal - unusedCents;
  return {
    ...priced,
    unusedCents,
    subTotalAfterDiscount,
    includedTax: divideRounded(priced.includedTax * subTotalAfterDiscount, priced.subTotal),
  };
}

function taxesOf({ country, taxed }: OrderShape, amountCents: number): PricedTax[] {
  const lines = taxed ? (countries[country]?.added ?? []) : [];
  return lines.map(({ name, rate }) => ({
    name,
    region: null,
    rate,
    rateDate: '2026-01-01',
    amountCents: taxOn({ amountCents, rate, taxablePercent: 100 }),
  }));
}

function termsOf({ purpose, both, goesOn, otherName }: OrderShape, orderId: string): PaidTerm[] {
  const term = {
    orderId,
    from: '2026-11-21' as const,
    until: '2027-11-21' as const,
    renews: goesOn && purpose !== 'PROFESSIONAL_PLAN',
  };
  const own: PaidTerm = { ...term, userId: payer, firstName: 'Marta', lastName: 'Núñez' };
  const theirs: PaidTerm = { ...term, userId: other, firstName: otherName, lastName: 'Ruiz' };
  if (purpose === 'PROFESSIONAL_PLAN')
    return both ? [{ ...own, userId: 'a0000000-0000-4000-8000-000000000003' }, theirs] : [theirs];
  if (purpose === 'SIGN_UP' && both) return [own, theirs];
  return [purpose === 'RENEWAL' && both ? theirs : own];
}

export const receiptCases: fc.Arbitrary<ReceiptCase> = orderShape.map((one) => {
  const { country, language, purpose, both, codeCents, yearlyCents, backPercent, options } = one;
  const payForCoParent = both && (purpose === 'SIGN_UP' || purpose === 'PROFESSIONAL_PLAN');
  const untaxed = before(one, payForCoParent);
  const codes = purpose === 'SIGN_UP' || purpose === 'INVITE' ? codeCents : [];
  const price = takeGivenCodes(
    untaxed,
    codes.map((remainingCents, index) => ({
      id: `${index}`,
      masked: `…WXY${index}`,
      typed: '',
      remainingCents,
      ...(remainingCents % 2 === 0 && { given: true }),
    })),
  );
  const priced = priceAfterTax(price, { taxes: taxesOf(one, taxableCents(price)) });
  const quote: StoredQuote = {
    priced,
    texts: {
      package: { en: 'Essentials, one year', es: 'Esencial, un año' },
      options: Object.fromEntries(options.map((name) => [name, optionTexts[name]])),
      coupon: { en: '10% off your first term', es: '10% de descuento en su primer período' },
    },
    renewal: { amountCents: yearlyCents * (payForCoParent ? 2 : 1), date: '2027-11-21' },
  };
  const id = 'a0000000-0000-4000-8000-00000000000f';
  const order: Order<StoredQuote> = {
    id,
    invoice: { series: country, number: 1_000_001 },
    attemptId: id,
    purpose,
    kind: purpose,
    userId: payer,
    packageId: 1,
    payForCoParent,
    quote,
    totalCents: priced.total,
    taxCents: priced.taxAmount,
    refundedCents: 0,
    settlementDeclinedAt: null,
    country,
    language,
    transactionId: priced.total > 0 ? 'p31p1z9p' : null,
    paymentMethod:
      priced.total > 0
        ? {
            type: 'CREDIT_CARD',
            cardBrand: 'Visa',
            cardLastFour: '1111',
            expirationMonth: null,
            expirationYear: null,
          }
        : null,
    createdAt: new Date('2026-11-21T18:00:00Z'),
    timeZone: 'America/Chicago',
    payerHasMethod: true,
  };
  return {
    order,
    terms: termsOf(one, id),
    refunded: backPercent === null ? 0 : Math.floor((priced.total * backPercent) / 100),
  };
});
