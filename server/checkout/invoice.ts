import { holdersByName } from '#contract/account/paid-for.ts';
import { townLine } from '#contract/fields/address-lines.ts';
import { isServedCountry, type ServedCountry } from '#contract/fields/countries.ts';
import { dayIn } from '#contract/fields/day.ts';
import { divideRounded } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import type { Trx } from '../db/pool.ts';
import type { Address, Language } from '../db/schema.ts';
import type { DocumentData, DocumentRow } from '../documents/document.ts';
import { balanceDocuments, issueInvoice } from '../documents/issue-document.ts';
import type { Sellers } from '../documents/sellers.ts';
import { countryName } from '../lookups/countries.ts';
import { regionName } from '../lookups/regions.ts';
import { orderPaidWith, paymentMethodText } from '../mail-templates/formats.ts';
import { type Order, orderOfAttempt } from '../payments/order-repository.ts';
import type { Payer } from '../payments/send-payment.ts';
import { taxLabel } from '../pricing/quote.ts';
import type { PricedOrder, PricedTax, StoredQuote } from '../pricing/stored-quote.ts';
import { type PaidTerm, paidTerms } from '../subscriptions/paid-terms.ts';
import { receiptContents } from './receipt.ts';

type Billing = Omit<Address, 'line2' | 'region' | 'postalCode'> & {
  line2: string | null;
  region: string | null;
  postalCode: string | null;
};

/** A postal address in its country's format, without the name. */
export function addressLines(address: Billing, language: Language): string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  const town = townLine({ city, region: region && regionName({ country, region, language }), postalCode });
  return [line1, line2 ?? '', town, countryName({ country, language })].filter((line) => line !== '');
}

/** Percent of an included tax; null if rounding makes it ambiguous. */
function percentInside({ package: { priceCents, includedTaxCents } }: PricedOrder): number | null {
  const percent = divideRounded(includedTaxCents * 100, Math.max(1, priceCents - includedTaxCents));
  const isExact = divideRounded(priceCents * percent, 100 + percent) === includedTaxCents;
  return isExact && priceCents >= 1_000 ? percent : null;
}

/** Orders without a stored billing country are from the United States. */
function servedCountryOf({ country }: Pick<Order<unknown>, 'country'>): ServedCountry {
  return country !== null && isServedCountry(country) ? country : 'US';
}

/** A tax with its rate, and with the taxed part of the price if not all of it is taxed. */
function rateLabel(tax: PricedTax | undefined, { label, language }: { label: string; language: Language }): string {
  if (!tax) return label;
  const words = { tax: taxLabel(tax.name, language), rate: tax.rate / 1000 };
  const { taxablePercent: percent } = tax;
  return percent === undefined
    ? m.document_tax_rate(words, { locale: language })
    : m.document_tax_rate_on_part({ ...words, percent }, { locale: language });
}

type Invoiced = {
  order: Omit<Order<StoredQuote>, 'invoice'>;
  terms: readonly PaidTerm[];
  payer: Payer | null;
  sellers: Sellers;
};

/**
 * The permanent content of an order's invoice, in its payer's language. It outlives the account and belongs to the
 * payer, so it contains no other person's full name.
 */
export function invoiceData({ order, terms, payer, sellers }: Invoiced): DocumentData {
  const { language, quote, transactionId } = order;
  const { lines, paidFor } = receiptContents(order, { terms: namedBriefly(order, terms), language });
  const taxes = quote.priced.taxes.values();
  const codes = quote.priced.codes.values();
  const rows = lines.flatMap(({ kind, label, amount: cents }): DocumentRow[] => {
    if (kind === 'INCLUDED_TAX') return [];
    if (kind === 'TAX') return [{ kind, label: rateLabel(taxes.next().value, { label, language }), cents }];
    if (kind === 'CODE') return [{ kind: codes.next().value?.given ? 'GIVEN' : 'CODE', label, cents }];
    return [{ kind: 'ITEM', label, cents }];
  });
  const includedTax = lines.find(({ kind }) => kind === 'INCLUDED_TAX');
  const { sells: _, ...seller } = sellers[servedCountryOf(order)];
  const term = paidFor.find(({ from }) => from !== null);
  return {
    seller,
    buyer: buyerLines(payer, language),
    paidFor: paidFor.length === 0 ? null : holdersByName(paidFor, language),
    period: term?.from && term.until ? { from: term.from, until: term.until } : null,
    method: paymentMethodText(orderPaidWith({ method: order.paymentMethod, codes: quote.priced.codes.length }), {
      t: { locale: language },
    }),
    transactionId,
    paidOn: dayIn(order.createdAt, order.timeZone),
    rows,
    insideTax: includedTax
      ? { label: includedTax.label, percent: percentInside(quote.priced), cents: includedTax.amount }
      : null,
    credits: null,
  };
}

function namedBriefly({ userId }: Pick<Order<unknown>, 'userId'>, terms: readonly PaidTerm[]): PaidTerm[] {
  return terms.map((term) => {
    const [initial] = term.lastName;
    return term.userId === userId ? term : { ...term, lastName: initial ? `${initial}.` : '' };
  });
}

function buyerLines(payer: Payer | null, language: Language): string[] {
  if (!payer) return [];
  const { customer, billing } = payer;
  return [`${customer.firstName} ${customer.lastName}`.trim(), ...(billing ? addressLines(billing, language) : [])];
}

type IssueOrderInvoice = { attemptId: string; payer: Payer; sellers: Sellers; at: Date };

/**
 * Issues the invoice of an attempt's order in the same transaction. An amount that codes paid and that was returned to
 * them is credited at once.
 */
export async function issueOrderInvoice(trx: Trx, { attemptId, payer, sellers, at }: IssueOrderInvoice): Promise<void> {
  const order = await orderOfAttempt<StoredQuote>(trx, attemptId);
  if (!order) throw new Error('Approved attempt without an order');
  const { id: orderId, userId, language, totalCents } = order;
  const data = invoiceData({ order, terms: await paidTerms(trx, [orderId]), payer, sellers });
  const country = servedCountryOf(order);
  await issueInvoice(trx, { orderId, userId, country, language, totalCents, data, at });
  if (totalCents === 0) await balanceDocuments(trx, { orderId, cause: `codes:${orderId}`, at });
}
